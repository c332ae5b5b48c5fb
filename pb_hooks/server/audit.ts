import { copyOfOtherHistory } from '../backups/backups.ts'
import { chainedLines, linkHash, originHash } from '../lib/chain.ts'
import { type Params, row, rows } from '../lib/sql.ts'

/** Links that are read at once. */
const portion = 50

const read = { last: 0, count: 0, hash: '', origin: '', salt: '', address: '', device: '', lines: '' }
type Link = typeof read

/** `pocketbase audit`: reads the whole history again and fails at the first place that is not what was written. */
export function auditHistory() {
  const { events, links, last, hash } = walked($app)
  const copy = copyOfOtherHistory($app)
  if (copy) throw new Error(`La copia ${copy} tiene otra historia: la de ahora se escribió de nuevo después de ella.`)
  console.log(
    links
      ? `La historia está completa: ${events} líneas en ${links} eslabones; el último es ${last} ${hash}.`
      : 'No hay historia todavía.',
  )
}

function walked(app: CoreApp) {
  const done = { events: 0, links: 0, last: 0, hash: '' }
  for (let some = linksAfter(app, 0); some.length; some = linksAfter(app, done.last))
    for (const link of some) {
      const next = link.last - link.count
      if (next > done.last) refuseStranger(app, 'rowid > {:last} AND rowid <= {:next}', { last: done.last, next })
      refuseOtherText(app, done.hash, link)
      done.events += link.count
      done.links++
      done.last = link.last
      done.hash = link.hash
    }
  // What is being written meanwhile has its link at the same moment.
  refuseStranger(app, 'rowid > (SELECT ifnull(max(last), 0) FROM event_links)')
  return done
}

function linksAfter(app: CoreApp, last: number): Link[] {
  const range = 'rowid > link.last - link.count AND rowid <= link.last'
  return rows(
    app,
    `SELECT last, count, hash, origin, salt, address, device, ifnull((${chainedLines(range)}), '') AS lines
     FROM event_links AS link WHERE last > {:last} ORDER BY last LIMIT ${portion}`,
    { last },
    read,
  )
}

/** An event that stands between links, or after the last, was put there by somebody else. */
function refuseStranger(app: CoreApp, where: string, params: Params = {}) {
  const query = `SELECT id, created FROM events WHERE ${where} ORDER BY rowid LIMIT 1`
  const stranger = row(app, query, params, { id: '', created: '' })
  if (!stranger) return
  throw new Error(`La línea ${stranger.id} (${stranger.created}) no la escribió el programa: alguien la agregó.`)
}

function refuseOtherText(app: CoreApp, previous: string, link: Link) {
  const { last, count, hash, origin, salt, address, device, lines } = link
  if (address && originHash(salt, address, device) !== origin)
    throw new Error(`La dirección o el dispositivo del eslabón ${last} no es lo que se escribió.`)
  if (linkHash(previous, origin, lines) === hash) return
  const range = { from: last - count, last }
  const at = row(
    app,
    "SELECT count(*) AS n, ifnull(min(created), '') AS first, ifnull(max(created), '') AS latest FROM events WHERE rowid > {:from} AND rowid <= {:last}",
    range,
    { n: 0, first: '', latest: '' },
  )
  const ids = rows(
    app,
    'SELECT id FROM events WHERE rowid > {:from} AND rowid <= {:last} ORDER BY rowid LIMIT 3',
    range,
    { id: '' },
  ).map(({ id }) => id)
  throw new Error(
    `El eslabón ${last} no coincide: ${at?.n ?? 0} de ${count} líneas, de ${at?.first} a ${at?.latest} (${ids.join(', ')}${count > 3 ? '…' : ''}). Algo se cambió, se borró o se movió ahí.`,
  )
}
