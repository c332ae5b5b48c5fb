import { findDivergedBackup } from '../backups/backups.ts'
import { buildEventLinesSql, computeCallOriginHash, computeChainLinkHash } from '../lib/event-chain.ts'
import { logInfo } from '../lib/log.ts'
import { type QueryParams, queryRow, queryRows } from '../lib/sql.ts'

const linksPerQuery = 50

const linkColumns = { last: 0, count: 0, hash: '', origin: '', salt: '', address: '', device: '', lines: '' }
type Link = typeof linkColumns

/**
 * `pocketbase audit [link hash]`: verifies the hash chain of all events and fails at the first difference.
 * With arguments, it also fails if the link noted outside the database is missing.
 */
export function verifyEventChain([link, noted]: string[] = []) {
  if (link !== undefined && !(/^\d+$/.test(link) && /^[0-9a-f]{64}$/.test(noted ?? '')))
    throw new Error('Para comparar con un eslabón anotado: audit NÚMERO SUMA.')
  const { events, links, last, hash } = verifyChain($app)
  if (link !== undefined && noted !== undefined) requireNotedLink($app, Number(link), noted)
  const copy = findDivergedBackup($app)
  if (copy)
    throw new Error(`La copia ${copy} tiene otro historial: el actual se escribió de nuevo después de la copia.`)
  console.log(
    links
      ? `El historial está completo: ${events} líneas en ${links} eslabones; el último es ${last} ${hash}.`
      : 'Aún no hay historial.',
  )
}

/** Refuses a chain without the noted link. Without a note, the removal of the last links would leave a valid chain. */
function requireNotedLink(app: CoreApp, link: number, noted: string) {
  const storedLink = queryRow(app, 'SELECT hash FROM event_links WHERE last = {:link}', { link }, { hash: '' })
  if (storedLink?.hash === noted) return
  throw new Error(
    `El eslabón ${link} no es el que se anotó${storedLink ? '' : ', o ya no está'}: el final del historial se cortó o se escribió de nuevo.`,
  )
}

/** Writes the last link to the log, outside the database, if it is new; called each hour. */
export function logLastEventChainLink() {
  const query = 'SELECT last, hash FROM event_links ORDER BY last DESC LIMIT 1'
  const head = queryRow($app, query, {}, { last: 0, hash: '' })
  if (!head || $app.store().get(loggedLinkKey) === head.hash) return
  $app.store().set(loggedLinkKey, head.hash)
  logInfo(`Historial: el último eslabón es ${head.last} ${head.hash}`)
}

const loggedLinkKey = 'anchored link'

function verifyChain(app: CoreApp) {
  const done = { events: 0, links: 0, last: 0, hash: '' }
  for (let some = readLinks(app, 0); some.length; some = readLinks(app, done.last))
    for (const link of some) {
      const next = link.last - link.count
      if (next > done.last) refuseUnlinkedEvents(app, 'rowid > {:last} AND rowid <= {:next}', { last: done.last, next })
      refuseChangedEvents(app, done.hash, link)
      done.events += link.count
      done.links++
      done.last = link.last
      done.hash = link.hash
    }
  // Events written meanwhile get their link in the same transaction.
  refuseUnlinkedEvents(app, 'rowid > (SELECT ifnull(max(last), 0) FROM event_links)')
  refuseErasedEvents(app)
  return done
}

function readLinks(app: CoreApp, last: number): Link[] {
  const range = 'rowid > link.last - link.count AND rowid <= link.last'
  return queryRows(
    app,
    `SELECT last, count, hash, origin, salt, address, device, ifnull((${buildEventLinesSql(range)}), '') AS lines
     FROM event_links AS link WHERE last > {:last} ORDER BY last LIMIT ${linksPerQuery}`,
    { last },
    linkColumns,
  )
}

/** Refuses events between links or after the last one, because the program did not write them. */
function refuseUnlinkedEvents(app: CoreApp, where: string, params: QueryParams = {}) {
  const query = `SELECT id, created FROM events WHERE ${where} ORDER BY rowid LIMIT 1`
  const stranger = queryRow(app, query, params, { id: '', created: '' })
  if (!stranger) return
  throw new Error(`La línea ${stranger.id} (${stranger.created}) no la escribió el programa: alguien la agregó.`)
}

/** Refuses events without their texts whose request was not anonymised afterwards: only that erases texts. */
function refuseErasedEvents(app: CoreApp) {
  const erased = queryRow(
    app,
    `SELECT id, created FROM events WHERE textHash != '' AND NOT EXISTS (SELECT 1 FROM events AS cause
       WHERE cause.subjectId = events.subjectId AND cause.action = 'anonymize' AND cause.rowid > events.rowid) ORDER BY rowid LIMIT 1`,
    {},
    { id: '', created: '' },
  )
  if (erased)
    throw new Error(`La línea ${erased.id} (${erased.created}) perdió su texto sin que se anonimizara su solicitud.`)
}

function refuseChangedEvents(app: CoreApp, previous: string, link: Link) {
  const { last, count, hash, origin, salt, address, device, lines } = link
  if (address && computeCallOriginHash(salt, address, device) !== origin)
    throw new Error(`La dirección o el dispositivo del eslabón ${last} no es lo que se escribió.`)
  if (computeChainLinkHash(previous, origin, lines) === hash) return
  const range = { from: last - count, last }
  const at = queryRow(
    app,
    "SELECT count(*) AS n, ifnull(min(created), '') AS first, ifnull(max(created), '') AS latest FROM events WHERE rowid > {:from} AND rowid <= {:last}",
    range,
    { n: 0, first: '', latest: '' },
  )
  const ids = queryRows(
    app,
    'SELECT id FROM events WHERE rowid > {:from} AND rowid <= {:last} ORDER BY rowid LIMIT 3',
    range,
    { id: '' },
  ).map(({ id }) => id)
  throw new Error(
    `El eslabón ${last} no coincide: ${at?.n ?? 0} de ${count} líneas, de ${at?.first} a ${at?.latest} (${ids.join(', ')}${count > 3 ? '…' : ''}). Algo se cambió, se borró o se movió ahí.`,
  )
}
