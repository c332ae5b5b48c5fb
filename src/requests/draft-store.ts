import { ClientResponseError } from 'pocketbase'
import type { Values } from '../domain/fields/field.ts'
import { same } from '../domain/fields/same.ts'
import type { Request } from '../domain/requests/request.ts'
import { codeOf } from '../lib/message.ts'
import { pb } from '../lib/pb.ts'
import { isHere } from '../session/session.ts'

export interface DraftPlace {
  owner: string
  id: string
  format: string
  /** `updated` of the stored draft; empty when none is stored yet. */
  base: string
}

/** Why nothing more is saved until the person decides: it changed elsewhere, or it is no draft any more. */
export type Trouble = 'changed' | 'gone'

const drafts = () => pb.collection('requests')

/** With what a call goes out: the owner's own token, or not at all. Asked before each one, for people come and go meanwhile. */
function as(owner: string) {
  if (!isHere(owner)) throw new ClientResponseError({ status: 401, response: {} })
  return { headers: { Authorization: pb.authStore.token } }
}

/** The draft as the server has it. */
export const storedDraft = ({ owner, id }: DraftPlace) => drafts().getOne<Request>(id, as(owner))

/** `tried`: what was sent before and may have been stored although no answer came. */
export async function storeDraft(
  place: DraftPlace,
  values: Values,
  tried: readonly (Values | null)[],
): Promise<Request> {
  const { owner, id, format, base } = place
  // What is sent while the page closes must outlive it; browsers allow that up to 64 KiB.
  const keepalive = document.visibilityState === 'hidden' && JSON.stringify(values).length < 30_000
  const over = (updated: string) =>
    drafts().update<Request>(id, { values }, { query: { updated }, keepalive, ...as(owner) })
  if (base)
    return over(base).catch(async (error) => {
      const stored = codeOf(error) === 'request.changed' ? await storedDraft(place) : null
      if (!stored || !tried.some((own) => own && same(stored.values, own))) throw error
      return over(stored.updated)
    })
  const made = await drafts().create<Request>({ id, format, values }, { keepalive, ...as(owner) })
  if (same(made.values, values)) return made
  // The first answer was lost on its way: the draft was there already, with what was typed then.
  return over(made.updated)
}

/** Deletes it, also where the server never got it. */
export async function deleteDraft({ owner, id }: DraftPlace): Promise<void> {
  await drafts()
    .delete(id, { keepalive: document.visibilityState === 'hidden', ...as(owner) })
    .catch((error) => {
      if (!(error instanceof ClientResponseError && error.status === 404)) throw error
    })
}

export function troubleOf(error: unknown): Trouble | null {
  if (!(error instanceof ClientResponseError)) return null
  if (codeOf(error) === 'request.changed') return 'changed'
  return error.status === 404 || codeOf(error) === 'request.frozen' ? 'gone' : null
}
