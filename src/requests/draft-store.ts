import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import type { Values } from '../domain/fields/field.ts'
import type { Request } from '../domain/requests/request-output.ts'
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

const drafts = () => pb.collection('requests')

/** Returns request options with the requester's token. Throws 401 if another user signed in meanwhile. */
function authorizeAs(owner: string) {
  if (!isSignedIn(owner)) throw createApiError(401)
  return { headers: { Authorization: pb.authStore.token } }
}

export const loadStoredDraft = ({ owner, id }: DraftReference) => drafts().getOne<Request>(id, authorizeAs(owner))

/** Returns the stored draft; `null` if it was deleted. */
const findStoredDraft = (place: DraftReference) =>
  loadStoredDraft(place).catch((error) => (isNotFound(error) ? null : Promise.reject(error)))

/** Returns whether the draft has values that this page sent. The response to that request may have been lost. */
const isOwnAttempt = (draft: Request, tried: readonly Values[]) =>
  tried.some((own) => isDeepEqual(draft.values, JSON.parse(JSON.stringify(own))))

export const isSubmitted = ({ status }: Request) => status !== 'draft' && status !== 'returned'

/** Whether a save was refused because the request was submitted. */
export const isFrozenError = (error: unknown) => getErrorCode(error) === 'request.frozen'

interface SavedDraft {
  saved: Request
  /** Values that another page stored and that this save replaced. */
  replaced?: Values
}

/**
 * Creates or updates the draft on the server; the last save wins. `tried` contains all values that this page sent since
 * the last response, including `values`; stored values that are none of them were saved by another page.
 */
export async function saveDraft(place: DraftReference, values: Values, tried: readonly Values[]): Promise<SavedDraft> {
  const { owner, id, format, base } = place
  // Uses `keepalive` if the page is hidden, so that the request continues after the page closes. Browsers limit such
  // bodies to 64 KiB. 30,000 characters of Spanish text stay below this limit.
  const keepalive = document.visibilityState === 'hidden' && JSON.stringify(values).length < 30_000
  const options = { keepalive, ...authorizeAs(owner) }
  const update = (query: { updated?: string }) => drafts().update<Request>(id, { values }, { query, ...options })
  const create = () => drafts().create<Request>({ id, format, values }, options)
  async function replace(draft: Request): Promise<SavedDraft> {
    if (isOwnAttempt(draft, [values])) return { saved: draft }
    const saved = await update({})
    return isOwnAttempt(draft, tried) ? { saved } : { saved, replaced: draft.values }
  }
  try {
    // If the draft already exists, for example created by another tab with the same address, the call returns it.
    return base ? { saved: await update({ updated: base }) } : await replace(await create())
  } catch (error) {
    // The server answers 404 both for a submitted and for a deleted draft.
    if (!isNotFound(error) && getErrorCode(error) !== 'request.changed') throw error
    const stored = await findStoredDraft(place)
    if (stored && isSubmitted(stored)) throw createApiError(409, { data: { code: { code: 'request.frozen' } } })
    return replace(stored ?? (await create()))
  }
}

/** Deletes a draft whose changes the user undid, unless another page changed it. */
export async function deleteDraftIfUnchanged(place: DraftReference, tried: readonly Values[]): Promise<void> {
  const stored = await findStoredDraft(place)
  if (stored && (stored.updated === place.base || isOwnAttempt(stored, tried))) await deleteDraft(place)
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
