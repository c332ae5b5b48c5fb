import { logError } from './log.ts'

const diskErrorPattern =
  /disk is full|no space left|quota exceeded|read-?only (database|file system)|is locked|disk I\/O error|input\/output error|unable to open database|permission denied/i

/** Returns whether an error means that nothing can be stored at present: full or broken disk, or locked database. */
export function isDiskOrLockError(error: unknown): boolean {
  // PocketBase hides the cause of a failed save in `rawData`.
  const cause = (error as { rawData?: () => unknown } | undefined)?.rawData?.()
  return diskErrorPattern.test(`${error} ${cause}`)
}

/** Returns whether a query found no free connection or exceeded `--queryTimeout`. Callers must not treat such an error as «not found», as PocketBase does. */
export function isQueryTimeout(error: unknown): boolean {
  const cause = (error as { rawData?: () => unknown } | undefined)?.rawData?.()
  return /(deadline exceeded|interrupted \(9\)); failed query/.test(`${error} ${cause}`)
}

/** Parses stored JSON. Returns `otherwise` if the text is invalid or of another type, so that one damaged value does not stop other work. */
export function parseStoredJson<Value>(text: string | undefined, otherwise: Value): Value {
  try {
    const value = JSON.parse(text || 'null') as Value | null
    // `getString` returns invalid JSON as an encoded string, so the type is compared too.
    const isOfItsKind =
      otherwise === null || (typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise))
    return isOfItsKind ? (value ?? otherwise) : otherwise
  } catch (error) {
    logError('stored JSON cannot be read:', error)
    return otherwise
  }
}
