import { logError } from './log.ts'

const diskErrorPattern =
  /disk is full|no space left|quota exceeded|read-?only (database|file system)|is locked|disk I\/O error|input\/output error|unable to open database|permission denied/i

/** Returns whether an error means that nothing can be stored at present: full or broken disk, or locked database. */
export function isDiskOrDatabaseLockError(error: unknown): boolean {
  return diskErrorPattern.test(`${error} ${getCause(error)}`)
}

/** Returns the cause of an error, which PocketBase hides in `rawData`. Errors that passed through Go have it one level deeper. */
function getCause(error: unknown): unknown {
  type Cause = { rawData?: () => unknown; value?: Cause }
  const own = error as Cause | undefined
  return own?.rawData ? own.rawData() : own?.value?.rawData?.()
}

/**
 * Returns whether a query found no free connection or exceeded `--queryTimeout`. PocketBase treats such an error as
 * «not found»; callers must not.
 */
export function isQueryTimeout(error: unknown): boolean {
  return /(deadline exceeded|interrupted \(9\)); failed query/.test(`${error} ${getCause(error)}`)
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
