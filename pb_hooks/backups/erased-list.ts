import { isRecordId } from '../../src/domain/text/id.ts'
import { logError } from '../lib/log.ts'
import { getIds } from '../lib/record-id.ts'
import { queryRows } from '../lib/sql.ts'

/**
 * Name of the list of anonymised requests: a signature, then one id per line. It is stored beside the backups, because a restored backup contains the
 * data that were erased after it was made.
 */
export const erasedListName = 'anonimizadas.txt'

/** Length of the signature, in hexadecimal digits. */
const signatureLength = 64

/** Returns the signature of the list's ids. Its secret is in the database, so the server of a restored backup accepts the list. */
function sign(app: CoreApp, ids: string): string {
  const { secret } = app.findCachedCollectionByNameOrId('users').authToken
  return $security.hs256(`${erasedListName}\n${ids}`, secret)
}

function saveList(app: CoreApp, ids: Iterable<string>) {
  const text = `${[...ids].join('\n')}\n`
  engine.backups.writeText(erasedListName, `${sign(app, text)}\n${text}`)
}

/**
 * Returns the ids of the list. A list without the signature of this database could erase any request: it is stored under another name, and
 * replaced by a list of the anonymised requests.
 */
function loadList(app: CoreApp): string[] {
  const text = engine.backups.readText(erasedListName)
  const ids = text.slice(signatureLength + 1)
  if (!text || $security.equal(text.slice(0, signatureLength), sign(app, ids)))
    return ids.split('\n').filter(isRecordId)
  const copy = `anonimizadas-${$security.sha256(text).slice(0, 12)}.txt`
  engine.backups.writeText(copy, text)
  const anonymized = getIds(
    queryRows(app, "SELECT id FROM requests WHERE privacy != '' AND privacy = 'anonymized'", {}, { id: '' }),
  )
  saveList(app, anonymized)
  logError(
    `${erasedListName}, junto a las copias, no tiene la firma de esta base de datos: no se borró nada por esa lista. Quedó como ${copy}, y se escribió otra con las solicitudes anonimizadas de esta base.`,
  )
  return anonymized
}

/** Returns the ids of the list; none if the storage of the backups fails, which is logged. */
export function listErasedIds(app: CoreApp): string[] {
  try {
    return loadList(app)
  } catch (error) {
    logError(`${erasedListName} no se pudo leer, así que no se borró nada por esa lista. Reinicie el servidor:`, error)
    return []
  }
}

/** Adds ids to the list. Throws if the storage of the backups fails. */
export function addToErasedList(app: CoreApp, ids: string[]) {
  const listed = loadList(app)
  const all = new Set([...listed, ...ids])
  if (all.size > listed.length) saveList(app, all)
}
