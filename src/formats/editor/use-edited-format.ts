import { useEffect, useMemo, useState } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { Format, FormatInput } from '../../domain/formats/format.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { isOwnAttempt, toFormatInput } from './format-input.ts'

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
  // Inputs sent since the last response. The server may have saved one of them although its response was lost.
  const [attempts, setAttempts] = useState<readonly FormatInput[]>([])
  const isOwn = useMemo(
    () => base !== format.updated && isOwnAttempt(format, [input, ...attempts]),
    [base, format, input, attempts],
  )
  useEffect(() => {
    if (isOwn) setEdited((now) => now && (isOwnAttempt(format, [now.input]) ? null : { ...now, base: format.updated }))
  }, [isOwn, format, setEdited])

  return {
    attempts,
    addAttempt: (sent: FormatInput) => setAttempts((before) => [...before, sent]),
    storedInput,
    input,
    base,
    dirty: edited !== null,
    /** True if another user saved the format meanwhile. */
    behind: base !== format.updated && !isOwn,
    change: (changes: Partial<FormatInput>) =>
      setEdited((before) => {
        const next = { ...(before?.input ?? storedInput), ...changes }
        return isDeepEqual(next, storedInput) ? null : { base: before?.base ?? format.updated, input: next }
      }),
    discard: () => setEdited(null),
    /** Accepts the other user's save as the new base, so that the next save overwrites it. */
    insist: () => setEdited((before) => before && { ...before, base: format.updated }),
    /** Removes the saved changes from the unsaved ones. Changes made during the save remain unsaved. */
    settle(sent: FormatInput, saved: Format) {
      setAttempts([])
      setEdited((now) => (now && !isDeepEqual(now.input, sent) ? { base: saved.updated, input: now.input } : null))
    },
  }
}
