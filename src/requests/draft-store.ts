import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import type { Values } from '../domain/fields/field.ts'
import type { Request } from '../domain/requests/request.ts'
import { createApiError, isApiError } from '../lib/api-error.ts'
import { getErrorCode } from '../lib/error-message.ts'
import { pb } from '../lib/pb.ts'
import { isSignedIn } from '../session/session.ts'

export interface DraftReference {
  owner: string
  id: string
  format: string
  /** Field `updated` of the stored draft; empty if no draft is stored yet. */
  base: string
}

/** Reason why autosave waits for the user's choice: the draft was changed elsewhere, submitted or deleted. */
export type DraftConflictReason = 'changed' | 'submitted' | 'gone'

const drafts = () => pb.collection('requests')

/** Returns request options with the requester's token. Throws 401 if another user signed in meanwhile. */
function authorizeAs(owner: string) {
  if (!isSignedIn(owner)) throw createApiError(401)
  return { headers: { Authorization: pb.authStore.token } }
}

export const loadStoredDraft = ({ owner, id }: DraftReference) => drafts().getOne<Request>(id, authorizeAs(owner))

/** Returns whether the draft has values that this page sent. The response to that request may have been lost. */
const isOwnAttempt = (draft: Request, tried: readonly Values[]) =>
  tried.some((own) => isDeepEqual(draft.values, JSON.parse(JSON.stringify(own))))

const createConflict = (code: 'request.changed' | 'request.frozen' = 'request.changed') =>
  createApiError(409, { data: { code: { code } } })

export const isSubmitted = ({ status }: Request) => status !== 'draft' && status !== 'returned'

/**
 * Creates or updates the draft on the server. `tried` contains all values that this page sent since the last response,
 * including `values`. If the stored draft has one of them, the page updates it without a conflict.
 */
export async function saveDraft(place: DraftReference, values: Values, tried: readonly Values[]): Promise<Request> {
  const { owner, id, format, base } = place
  // Uses `keepalive` if the page is hidden, so that the request continues after the page closes. Browsers limit such
  // bodies to 64 KiB. 30,000 characters of Spanish text stay below this limit.
  const keepalive = document.visibilityState === 'hidden' && JSON.stringify(values).length < 30_000
  const over = (updated: string) =>
    drafts().update<Request>(id, { values }, { query: { updated }, keepalive, ...authorizeAs(owner) })
  if (base)
    return over(base).catch(async (error) => {
      // The server answers 404 both for a submitted and for a deleted draft.
      if (isNotFound(error) && isSubmitted(await loadStoredDraft(place))) throw createConflict('request.frozen')
      const current = getErrorCode(error) === 'request.changed' ? await loadStoredDraft(place) : null
      if (!current || !isOwnAttempt(current, tried)) throw error
      return over(current.updated)
    })
  const made = await drafts().create<Request>({ id, format, values }, { keepalive, ...authorizeAs(owner) })
  if (isOwnAttempt(made, [values])) return made
  // The draft already existed. Unless it has values of this page, another tab with the same address created it.
  if (!isOwnAttempt(made, tried)) throw createConflict()
  return over(made.updated)
}

/** Deletes a draft whose changes the user undid. Throws a conflict if it was changed elsewhere. */
export async function deleteDraftIfUnchanged(place: DraftReference, tried: readonly Values[]): Promise<void> {
  const stored = await loadStoredDraft(place).catch((error) => (isNotFound(error) ? null : Promise.reject(error)))
  if (stored && stored.updated !== place.base && !isOwnAttempt(stored, tried)) throw createConflict()
  await deleteDraft(place)
}

const isNotFound = (error: unknown) => isApiError(error) && error.status === 404

/** Deletes the draft; a draft that the server does not have (404) is no error. */
export async function deleteDraft({ owner, id }: DraftReference): Promise<void> {
  await drafts()
    .delete(id, { keepalive: document.visibilityState === 'hidden', ...authorizeAs(owner) })
    .catch((error) => {
      if (!isNotFound(error)) throw error
    })
}

export function getDraftConflict(error: unknown): DraftConflictReason | null {
  if (!isApiError(error)) return null
  if (getErrorCode(error) === 'request.changed') return 'changed'
  if (getErrorCode(error) === 'request.frozen') return 'submitted'
  return error.status === 404 ? 'gone' : null
}
