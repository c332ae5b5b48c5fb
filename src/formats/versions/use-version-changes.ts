import { useMemo } from 'react'
import { compareVersions, type VersionContent } from '../../domain/formats/version-changes.ts'
import { diffText } from './diff-text.ts'

/** Returns the changes between two versions, with the compared lines of the body. */
export function useVersionChanges(before: VersionContent, after: VersionContent) {
  return useMemo(
    () => ({ changes: compareVersions(before, after), lines: diffText(before.body, after.body) }),
    [before, after],
  )
}
