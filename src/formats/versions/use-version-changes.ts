import { useMemo } from 'react'
import { compareVersions, type VersionContent } from '../../domain/formats/version-changes.ts'
import { diffText } from './diff-text.ts'

/** Changes from one version to a later one, with the lines of the text. */
export function useVersionChanges(before: VersionContent, after: VersionContent) {
  return useMemo(
    () => ({ changes: compareVersions(before, after), lines: diffText(before.body, after.body) }),
    [before, after],
  )
}
