import { useMemo } from 'react'
import { same } from '../../domain/fields/same.ts'
import type { Format, FormatInput } from '../../domain/formats/format.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'

interface Edited {
  /** `updated` of the stored format on which this was written. */
  base: string
  input: FormatInput
}

/** A format as it stands on the screen: what is stored, and over it what this person changed and has not saved yet. */
export function useEdited(format: Format, me: string) {
  const [edited, setEdited] = usePersistentState<Edited | null>(me, `format:${format.id}`, null)
  const stored = useMemo(() => inputOf(format), [format])
  const input = edited?.input ?? stored
  const base = edited?.base ?? format.updated

  return {
    input,
    base,
    dirty: edited !== null,
    /** Somebody else saved the format since. */
    behind: base !== format.updated,
    change: (changes: Partial<FormatInput>) =>
      setEdited((before) => {
        const next = { ...(before?.input ?? stored), ...changes }
        return same(next, stored) ? null : { base: before?.base ?? format.updated, input: next }
      }),
    discard: () => setEdited(null),
    /** What is here is meant to replace what is stored. */
    insist: () => setEdited((before) => before && { ...before, base: format.updated }),
    /** What was sent is stored; what was typed meanwhile is not. */
    settle: (sent: FormatInput, saved: Format) =>
      setEdited((now) => (now && !same(now.input, sent) ? { base: saved.updated, input: now.input } : null)),
  }
}

function inputOf(format: Format): FormatInput {
  const {
    code,
    name,
    description,
    category,
    fields,
    body,
    requiresReview,
    signatures,
    paper,
    makesFinal,
    dueDays,
    route,
  } = format
  return {
    code,
    name,
    description,
    category,
    fields: fields ?? [],
    body,
    requiresReview,
    signatures: signatures ?? [],
    paper: paper ?? {},
    makesFinal: makesFinal ?? false,
    dueDays: dueDays ?? 0,
    route: route ?? [],
  }
}
