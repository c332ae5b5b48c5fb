import { logError } from './log.ts'

const said =
  /disk is full|no space left|quota exceeded|read-?only (database|file system)|is locked|disk I\/O error|input\/output error|unable to open database|permission denied/i

/** Whether an error only says that nothing can be stored now (a full or broken disk, somebody else at the database), whatever was to be stored. */
export function cannotStore(error: unknown): boolean {
  // The engine keeps to itself why it could not save a record.
  const cause = (error as { rawData?: () => unknown } | undefined)?.rawData?.()
  return said.test(`${error} ${cause}`)
}

/**
 * Whether the database had no connection, or no end, for a query in the time that the engine gives it (`--queryTimeout`): it says nothing of what was
 * looked for, though the engine itself makes of it that there is no such thing or nobody of that name.
 */
export function isOutOfTime(error: unknown): boolean {
  const cause = (error as { rawData?: () => unknown } | undefined)?.rawData?.()
  return /(deadline exceeded|interrupted \(9\)); failed query/.test(`${error} ${cause}`)
}

/** JSON as it is stored; what a disk or a hand spoilt is as good as nothing, so that it stops nothing else. */
export function readable<Value>(text: string | undefined, otherwise: Value): Value {
  try {
    const value = JSON.parse(text || 'null') as Value | null
    // A record gives what is no JSON as a text of JSON.
    const isOfItsKind =
      otherwise === null || (typeof value === typeof otherwise && Array.isArray(value) === Array.isArray(otherwise))
    return isOfItsKind ? (value ?? otherwise) : otherwise
  } catch (error) {
    logError('stored JSON cannot be read:', error)
    return otherwise
  }
}
