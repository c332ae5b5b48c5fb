import { useMemo } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { Format, FormatInput } from '../../domain/formats/format.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'

interface EditedFormat {
  /** Timestamp `updated` of the stored format when the user started editing. */
  base: string
  input: FormatInput
}

/** State of the format editor: the stored format with the unsaved changes, which the browser keeps across reloads. */
export function useEditedFormat(format: Format, me: string) {
  const [edited, setEdited] = usePersistentState<EditedFormat | null>(me, `format:${format.id}`, null)
  const storedInput = useMemo(() => toFormatInput(format), [format])
  const input = edited?.input ?? storedInput
  const base = edited?.base ?? format.updated

  return {
    storedInput,
    input,
    base,
    dirty: edited !== null,
    /** True if another user saved the format meanwhile. */
    behind: base !== format.updated,
    change: (changes: Partial<FormatInput>) =>
      setEdited((before) => {
        const next = { ...(before?.input ?? storedInput), ...changes }
        return isDeepEqual(next, storedInput) ? null : { base: before?.base ?? format.updated, input: next }
      }),
    discard: () => setEdited(null),
    /** Accepts the other user's save as the new base, so that the next save overwrites it. */
    insist: () => setEdited((before) => before && { ...before, base: format.updated }),
    /** Removes the saved changes from the unsaved ones. Changes made during the save remain unsaved. */
    settle: (sent: FormatInput, saved: Format) =>
      setEdited((now) => (now && !isDeepEqual(now.input, sent) ? { base: saved.updated, input: now.input } : null)),
  }
}

function toFormatInput(format: Format): FormatInput {
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
    access,
    groups,
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
    access: access || 'everybody',
    groups: groups ?? [],
  }
}
