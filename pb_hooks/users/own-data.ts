import { formatTimestamp } from '../lib/clock.ts'
import { countCall, daySeconds } from '../lib/counted-calls.ts'
import { createErrorResponse, setFileHeaders } from '../lib/http.ts'
import { queryRows } from '../lib/sql.ts'
import { findUserById, requireUser } from '../lib/users.ts'

const maxPerDay = 5
/** Maximum rows of a query. The values of a request may have 64 KiB. */
const rowsPerQuery = 50

/**
 * Part of the data of a user. `table`: table of the rows, by default the section's name. `source`: SQL of all tables. `key`: column by which an index
 * returns the rows in order; by default, their row id.
 */
interface Section {
  table?: string
  source?: string
  where: string
  key?: string
  properties: string
}

/** Returns arguments of SQL's `json_object`: `id` of `requests` → `'id', requests."id"`. */
const columns = (table: string, names: string) =>
  names
    .split(' ')
    .map((name) => `'${name}', ${table}."${name}"`)
    .join(', ')
const asBoolean = (column: string) => `json(iif(${column}, 'true', 'false'))`
const asJson = (column: string) => `json(iif(json_valid(${column}), ${column}, 'null'))`
const nameOf = (id: string) => `ifnull((SELECT name FROM users WHERE id = ${id}), '')`
/** Network address or device of the call that wrote an event; the server deletes them after 180 days. */
const originOf = (column: string) =>
  `ifnull((SELECT ${column} FROM event_links WHERE last >= events.rowid ORDER BY last LIMIT 1), '')`

/**
 * Sections of the file, in this order. They name each column, so that no password, secret, internal note of an approver or data of another person
 * is included.
 */
const sections: Record<string, Section> = {
  account: {
    source: 'users AS account',
    where: 'id = {:me}',
    properties: `${columns('account', 'id name email phone role created updated lastActiveAt')}, 'verified', ${asBoolean('verified')},
      'secondFactor', ${asBoolean('secondFactor')}, 'profile', ${asJson('profile')}, 'manager', ${nameOf('account.manager')},
      'mailPreferences', (SELECT json_group_object(kind, mail) FROM notice_choices WHERE person = account.id)`,
  },
  linkedAccounts: {
    table: '_externalAuths',
    where: 'recordRef = {:me}',
    properties: columns('_externalAuths', 'provider providerId created'),
  },
  keys: {
    table: 'api_keys',
    where: 'user = {:me}',
    properties: columns('api_keys', 'name scopes created expires confirmed revoked lastUsed'),
  },
  substitutions: {
    where: 'person = {:me} OR substitute = {:me}',
    properties: `${columns('substitutions', 'from to created')}, 'person', ${nameOf('substitutions.person')}, 'substitute', ${nameOf('substitutions.substitute')}`,
  },
  signatures: {
    table: 'signatories',
    where: 'user = {:me}',
    properties: `${columns('signatories', 'name post idDocument from to created')}, 'active', ${asBoolean('active')}, 'hasPicture', ${asBoolean("signature != ''")}`,
  },
  views: {
    where: 'owner = {:me}',
    properties: `${columns('views', 'name screen sharedWith created')}, 'search', ${asJson('search')}`,
  },
  requests: {
    source: 'requests JOIN formats ON formats.id = requests.format',
    where: 'requests.owner = {:me}',
    key: 'requests.created',
    properties: `${columns('requests', 'id number status summary reason created submittedAt decidedAt finality annulledAt documentNumber documentHash checkCode')},
      'format', formats.name, 'batch', ifnull((SELECT number FROM batches WHERE id = requests.batch), ''), 'values', ${asJson('requests."values"')},
      'files', (SELECT json_group_array(json_object(${columns('attachments', 'name size hash created')})) FROM attachments WHERE request = requests.id)`,
  },
  previousValues: {
    table: 'request_revisions',
    source: 'requests JOIN request_revisions ON request_revisions.request = requests.id',
    where: 'requests.owner = {:me}',
    key: 'requests.created',
    properties: `${columns('request_revisions', 'request revision submittedAt')}, 'values', ${asJson('request_revisions."values"')}`,
  },
  batches: {
    where: 'owner = {:me}',
    key: 'batches.created',
    properties: columns('batches', 'number fileName status total createdCount created startedAt finishedAt'),
  },
  notices: {
    where: '"to" = {:me}',
    key: 'notices.notifiedAt',
    properties: columns('notices', 'kind subjectId count notifiedAt readAt'),
  },
  // Events of the user's account, requests and batches.
  history: {
    table: 'events',
    where: 'owner = {:me}',
    key: 'events.created',
    properties: `${columns('events', 'subject subjectId action from to reason created actorName')}, 'details', ${asJson('details')}`,
  },
  // Decisions and other actions of the user on records of others; without the details, which are data of others.
  actions: {
    table: 'events',
    where: 'actor = {:me} AND owner != {:me}',
    properties: `${columns('events', 'subject subjectId action from to reason created')}, 'address', ${originOf('address')}, 'device', ${originOf('device')}`,
  },
}

/**
 * `GET /api/app/users/data` → JSON file with what the server stores about the caller. Reads a few rows at a time, at most five times a day. The file is
 * incomplete, and therefore not valid JSON, if the account is deactivated or the client leaves meanwhile.
 */
export function exportOwnData(e: core.RequestEvent) {
  const caller = requireUser(e)
  if (!countCall(e.app, [{ key: `own data ${caller.id}`, max: maxPerDay, seconds: daySeconds }]))
    throw createErrorResponse('user.dataLimit', 429)
  setFileHeaders(e, 'attachment; filename="mis-datos.json"', 'application/json')
  e.response.writeHeader(200)
  e.response.write(`{"generatedAt":"${formatTimestamp()}"`)
  for (const [name, section] of Object.entries(sections)) {
    e.response.write(`,\n"${name}":[`)
    if (!writeSection(e, { table: name, ...section }, caller.id)) return
    e.response.write(']')
  }
  e.response.write('}\n')
}

/** Writes the rows of a section; returns false if the caller may not continue or has left. */
function writeSection(
  e: core.RequestEvent,
  { table = '', source = table, where, key, properties }: Section,
  me: string,
): boolean {
  const [order, after] = key
    ? [`${key}, ${table}.rowid`, `(${key}, ${table}.rowid) > ({:key}, {:row})`]
    : [`${table}.rowid`, `${table}.rowid > {:row}`]
  const query = `SELECT ${key ?? "''"} AS key, ${table}.rowid AS row, json_object(${properties}) AS json FROM ${source}
    WHERE (${where}) AND ${after} ORDER BY ${order} LIMIT ${rowsPerQuery}`
  let last = { key: '', row: 0, json: '' }
  for (let isFirst = true; ; isFirst = false) {
    if (e.request?.context().err() || !findUserById(e.app, me)?.getBool('isActive')) return false
    const found = queryRows(e.app, query, { me, key: last.key, row: last.row }, last)
    if (found.length) e.response.write(`${isFirst ? '' : ','}\n${found.map(({ json }) => json).join(',\n')}`)
    last = found.at(-1) ?? last
    if (found.length < rowsPerQuery) return true
  }
}
