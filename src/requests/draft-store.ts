import { isDeepEqual } from '../domain/fields/deep-equal.ts'
import type { Values } from '../domain/fields/field.ts'
import type { Request } from '../domain/requests/request-output.ts'
import { createApiError, getErrorCode, isApiError } from '../lib/api-error.ts'
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

/** Returns whether the stored values are among `known`. Values that this page sent may be stored although the response was lost. */
const hasOneOf = (draft: Request, known: readonly Values[]) =>
  known.some((each) => isDeepEqual(draft.values, JSON.parse(JSON.stringify(each))))

export const isSubmitted = ({ status }: Request) => status !== 'draft' && status !== 'returned'

/** Whether a save was refused because the request was submitted. */
export const isFrozenError = (error: unknown) => getErrorCode(error) === 'request.frozen'

/** Maximum number of attempts of a save while other pages save or submit the same draft. */
const maxAttempts = 4

/**
 * Creates or updates the draft on the server; the last save wins. `known`: values that this page loaded, or sent since
 * the last response. Other stored values were saved by another page; `onReplace` gets them before they are replaced.
 */
export async function saveDraft(
  place: DraftReference,
  values: Values,
  known: readonly Values[],
  onReplace: (values: Values) => void,
): Promise<Request> {
  const { owner, id, format } = place
  // Uses `keepalive` if the page is hidden, so that the request continues after the page closes. Browsers limit such
  // bodies to 64 KiB. 30,000 characters of Spanish text stay below this limit.
  const keepalive = document.visibilityState === 'hidden' && JSON.stringify(values).length < 30_000
  const options = { keepalive, ...authorizeAs(owner) }
  let { base } = place
  for (let attempt = 1; ; attempt++) {
    try {
      if (base) return await drafts().update<Request>(id, { values }, { query: { updated: base }, ...options })
    } catch (error) {
      // The server answers 404 both for a submitted and for a deleted draft.
      if (attempt === maxAttempts || !(isNotFound(error) || isOutdated(error))) throw error
    }
    // If the draft already exists, for example created by another tab with the same address, the call returns it.
    const create = () => drafts().create<Request>({ id, format, values }, options)
    const stored = (base && (await findStoredDraft(place))) || (await create())
    if (isSubmitted(stored)) throw createApiError(409, { data: { code: { code: 'request.frozen' } } })
    if (hasOneOf(stored, [values])) return stored
    if (!hasOneOf(stored, known)) onReplace(stored.values)
    base = stored.updated
  }
}

/** Deletes a draft whose changes the user undid, unless another page changed it. */
export async function deleteDraftIfUnchanged(place: DraftReference, known: readonly Values[]): Promise<void> {
  const stored = await findStoredDraft(place)
  if (stored && (stored.updated === place.base || hasOneOf(stored, known))) await deleteDraft(place, stored.updated)
}

const isNotFound = (error: unknown) => isApiError(error) && error.status === 404

/** Returns whether the server refused a call because another page changed the draft. */
const isOutdated = (error: unknown) => getErrorCode(error) === 'request.changed'

/** Deletes the draft. A draft that the server does not have (404), or that changed since `updated`, is no error. */
export async function deleteDraft({ owner, id }: DraftReference, updated?: string): Promise<void> {
  await drafts()
    .delete(id, { keepalive: document.visibilityState === 'hidden', query: { updated }, ...authorizeAs(owner) })
    .catch((error) => {
      if (!isNotFound(error) && !isOutdated(error)) throw error
    })
}
