import { useState } from 'react'
import { isDeepEqual } from '../../../../domain/fields/deep-equal.ts'
import { getVersionContent, type VersionContent } from '../../../../domain/formats/version-changes.ts'
import type { ListedVersion } from '../../../../formats/versions/version-queries.ts'
import type { FormatEditorState } from './use-format-editor.ts'

interface ReturnedVersion extends ListedVersion {
  /** Content of the draft that the version replaced. */
  replaced: VersionContent
}

/**
 * State of replacing the draft by a version. Undo is offered while the draft equals that version, even after a save.
 */
export function useRestoreVersion({ input, change }: Pick<FormatEditorState, 'input' | 'change'>) {
  const [returned, setReturned] = useState<ReturnedVersion | null>(null)
  const isCurrent = returned !== null && isDeepEqual(getVersionContent(input), returned.content)
  return {
    /** Number of the version that replaced the draft; `undefined` if there is nothing to undo. */
    number: isCurrent ? returned.number : undefined,
    returnTo(version: ListedVersion) {
      setReturned({ ...version, replaced: { ...getVersionContent(input), fields: input.fields } })
      change(version.content)
    },
    undo() {
      if (returned) change(returned.replaced)
      setReturned(null)
    },
  }
}
