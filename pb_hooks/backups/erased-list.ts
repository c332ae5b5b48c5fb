import { isRecordId } from '../../src/domain/text/id.ts'
import { logError } from '../lib/log.ts'

/**
 * Name of the list of anonymised requests: one id per line. It is stored beside the backups, because a restored backup contains the data that were
 * erased after it was made.
 */
export const erasedListName = 'anonimizadas.txt'

const readList = () => engine.backups.readText(erasedListName).split('\n').filter(isRecordId)

/** Returns the ids of the list; none if the storage of the backups fails, which is logged. */
export function listErasedIds(): string[] {
  try {
    return readList()
  } catch (error) {
    logError(`${erasedListName}:`, error)
    return []
  }
}

/** Adds ids to the list. Throws if the storage of the backups fails. */
export function addToErasedList(ids: string[]) {
  const listed = readList()
  const all = new Set([...listed, ...ids])
  if (all.size > listed.length) engine.backups.writeText(erasedListName, `${[...all].join('\n')}\n`)
}
