import { allOwn, dropOwn, keepOwn, ownOf } from '../lib/own.ts'
import type { Typed } from './typed.ts'

/** What was typed and the server does not have yet, kept in this browser only until it does. */
export interface DraftCopy {
  id: string
  format: string
  typed: Typed
  /** `updated` of the stored draft on which this was typed; empty when none was stored. */
  base: string
  /** Milliseconds since 1970. */
  at: number
}

/** Answers whether it outlives the page. */
export const keepCopy = (owner: string, copy: DraftCopy) => keepOwn('draft', owner, copy.id, copy)

export const dropCopy = (owner: string, id: string) => dropOwn('draft', owner, id)

export function copyOf(owner: string, id: string): DraftCopy | null {
  const copy = ownOf<DraftCopy>('draft', owner, id)
  return copy && typeof copy.id === 'string' && typeof copy.typed === 'object' ? copy : null
}

/** Every copy of a person, the newest first. */
export function copiesOf(owner: string): DraftCopy[] {
  return allOwn('draft', owner)
    .flatMap((id) => copyOf(owner, id) ?? [])
    .sort((a, b) => b.at - a.at)
}
