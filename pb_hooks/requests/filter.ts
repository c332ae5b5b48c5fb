import type { RequestFilter } from '../../src/domain/requests/request-filter.ts'
import { wordsOf } from '../../src/domain/text/search.ts'
import { addDays, startOf } from '../../src/domain/time/today.ts'
import { contextOf, stamp } from '../lib/clock.ts'
import { isAdmin } from '../lib/people.ts'
import type { Params } from '../lib/sql.ts'
import { row, rows } from '../lib/sql.ts'
import { type Mine, mineOf } from './mine.ts'
import { overdueAmong } from './overdue.ts'

/** `CL-2026-0001…`: a number, whole or its beginning; those of requests begin with `SOL`. */
const numberLike = /^[A-Z]{2,4}-\d{4}(-\d{0,6})?$/i
/** A request's, as who types fast writes it. */
const bareNumber = /^SOL(\d{4})-?(\d{0,6})$/i

/** What a filter means to the person who asks, as pieces of SQL. */
export interface Condition {
  /** A query of the row ids that are meant, as `position`. */
  chosen: string
  /** A query that tells how many there are as `n`. */
  count: string
  /** How many of each status (its first three letters), where one pass finds all. */
  countEach?: string
  /** The same for who passes through `requests` in some order: what follows that name. */
  walked: string
  params: Params
  /** What `chosen` begins with: columns have the order of creation in their indexes. */
  by: 'words' | 'number' | 'columns' | 'step'
  /** What is in the order of creation where words were looked for. */
  age: string
  /** Whose request the asker may see, as a condition of `requests`: for what was found a while ago. */
  seen: string
}

const nothing: Condition = {
  chosen: 'SELECT 0 AS position WHERE FALSE',
  count: 'SELECT 0 AS n',
  walked: 'WHERE FALSE',
  params: {},
  by: 'columns',
  age: 'position',
  seen: 'FALSE',
}

const columns = ['owner', 'format', 'batch'] as const

/** What somebody means by a filter; `due` narrows whatever the rest finds. */
export function conditionOf(app: CoreApp, { due, ...filter }: RequestFilter, asker: core.Record): Condition {
  const condition = conditionFor(app, filter, asker)
  return due && condition !== nothing ? overdueAmong(condition) : condition
}

/** Everybody's requests to an administrator, only the own ones to a user; of what is his to decide, whoever's. */
function conditionFor(app: CoreApp, filter: Omit<RequestFilter, 'due'>, asker: core.Record): Condition {
  const isToDecide = filter.mine === 'decide'
  if (isToDecide && filter.status && filter.status !== 'submitted') return nothing
  const mine = filter.mine ? mineOf(app, filter.mine, asker) : undefined
  if (filter.mine && !mine) return sent(app, filter, asker)
  // What waits for a decision was sent.
  const narrowed = narrow(app, isToDecide ? { ...filter, status: undefined } : filter, asker)
  if (!narrowed) return nothing
  const { dates, among, asked } = datesOf(app, filter, Boolean(narrowed.owner || narrowed.batch || mine))
  const number = numberLike.exec(filter.search?.trim().replace(bareNumber, 'SOL-$1-$2') ?? '')?.[0].toUpperCase()
  const words = number ? [] : wordsOf(filter.search ?? '')
  const told = { among, asked }
  if (words.length) return byWords(app, narrowed, dates, words, told, mine)
  const equal = columns.flatMap((column) => (narrowed[column] ? [`requests.${column} = {:${column}}`] : []))
  // Of one owner there are fewer documents than of one format, which the database cannot know.
  if (narrowed.documentKind && narrowed.owner && narrowed.format) equal[1] = `+${equal[1]}`
  // The index of the batches holds none of the others, and is used only where that is said.
  if (narrowed.batch) equal.push("requests.batch != ''")
  if (number) equal.push(numbered(number.startsWith('SOL-') ? 'number' : 'documentNumber'))
  equal.push(...among.map((isAmong) => isAmong('requests.serial')))
  const stored = stateIn(storedState, narrowed, dates)
  const apart = stateIn(stateApart, narrowed, dates)
  // Where a kind of document, a format or a batch says more, the plus keeps the status from being what is begun with.
  const saysMore = narrowed.documentKind || (narrowed.format && !narrowed.owner) || narrowed.batch
  if (narrowed.status && saysMore) stored[0] = `+${stored[0]}`
  const where = all([...equal, ...(mine ? [mine.found ?? mine.where] : []), ...stored])
  const walked = `${beside(apart)} WHERE ${all([...equal, ...(mine ? [mine.where] : []), ...apart])}`
  const isByStep = mine?.isByStep && !(number || narrowed.owner || narrowed.batch)
  const source = number ? `requests ${walked}` : `requests ${isByStep ? byStep : ''} WHERE ${where}`
  const isCounted = !(mine || number || dates.from || dates.to || among.length)
  const each = all([...equal, ...stateIn(countedState, narrowed, dates)])
  const counted = `${countedBy(narrowed)} AS requests WHERE ${each}${ofBatch(narrowed)}`
  const isAll = among.length === 0 && !Object.values({ ...narrowed, ...dates, number }).some(Boolean)
  const found = isCounted ? `SELECT ifnull(sum(n), 0) AS n FROM ${counted}` : `SELECT count(*) AS n FROM ${source}`
  const count = (isAll && mine?.count) || found
  return {
    chosen: `SELECT requests.serial AS position FROM ${source}`,
    count,
    ...(isCounted
      ? { countEach: `SELECT substr(status, 1, 3) AS status, sum(n) AS n FROM ${counted} GROUP BY status` }
      : {}),
    ...(mine ? { countEach: isToDecide ? `SELECT 'sub' AS status, n FROM (${count})` : eachOf(source) } : {}),
    walked,
    params: { ...narrowed, ...dates, ...asked, ...mine?.params, ...(number ? { number } : {}) },
    by: number ? 'number' : mine ? 'step' : 'columns',
    age: 'position',
    seen: seenBy(narrowed, mine),
  }
}

/** No request is at a step: an administrator decides all that was sent. */
function sent(app: CoreApp, { mine: _, ...filter }: RequestFilter, asker: core.Record): Condition {
  return conditionFor(app, { ...filter, status: 'submitted' }, asker)
}

const eachOf = (source: string) =>
  `SELECT substr(requests.status, 1, 3) AS status, count(*) AS n FROM ${source} GROUP BY 1`

const byStep = 'INDEXED BY idx_requests_step'

/** Everybody's are counted once more without owners and batches, of which there may be a hundred thousand. */
function countedBy({ owner, batch }: Narrowed): string {
  return owner || batch ? 'request_counts' : 'request_totals'
}

/** A batch has one owner and one format, with which its counts begin. */
function ofBatch({ batch }: Narrowed): string {
  return batch ? ' AND (requests.owner, requests.format) = (SELECT owner, format FROM batches WHERE id = {:batch})' : ''
}

/** The row id of a request in its place among the words: below the number of its owner. */
const position = 'request_search.rowid & 4294967295'

const besidePlaces = 'CROSS JOIN request_places AS state ON state.place = request_search.rowid'

/** The MATCH text is made of tokens alone; all else that narrows is asked of numbers and of the row itself. */
function byWords(app: CoreApp, narrowed: Narrowed, dates: Dates, words: string[], told: Told, mine?: Mine): Condition {
  const owner = narrowed.batch ? '(SELECT owner FROM batches WHERE id = {:batch})' : narrowed.owner && '{:owner}'
  const ofMine = mine ? [`EXISTS (SELECT 1 FROM requests WHERE requests.serial = ${position} AND ${mine.where})`] : []
  const those = told.among.map((isAmong) => isAmong(position))
  const found = all(['request_search MATCH {:words}', ...(owner ? [stretchOf(owner)] : []), ...ofMine, ...those])
  const state = stateIn(stateApart, narrowed, dates)
  const named = (table: string) =>
    (['format', 'batch'] as const).flatMap((name) => (narrowed[name] ? [`${table}.${name} = {:${name}}`] : []))
  const asked = [...state, ...named('state')]
  const places = asked.length ? besidePlaces : ''
  const source = `request_search ${places} WHERE ${all([found, ...asked])}`
  const each = `request_search ${besidePlaces} WHERE ${all([found, ...asked])}`
  const among = `requests.serial IN (SELECT ${position} FROM request_search WHERE ${found})`
  return {
    chosen: `SELECT ${position} AS position FROM ${source}`,
    count: `SELECT count(*) AS n FROM ${source}`,
    countEach: `SELECT state.status, count(*) AS n FROM ${each} GROUP BY state.status`,
    walked: `${beside(state)} WHERE ${all([among, ...named('requests'), ...state])}`,
    params: {
      ...narrowed,
      ...dates,
      ...told.asked,
      ...mine?.params,
      words: withoutImplied(words)
        .map((word) => begun(app, word))
        .join(' AND '),
    },
    by: 'words',
    age: owner ? 'request_search.rowid' : 'position',
    seen: seenBy(narrowed, mine),
  }
}

/** A batch was judged by whose it is, and keeps its requests. */
const seenBy = ({ owner }: Narrowed, mine?: Mine) =>
  all([...(mine ? [`(${mine.where})`] : []), ...(owner ? ['requests.owner = {:owner}'] : [])])

/** All places below an owner's number; below none where he has no request. */
function stretchOf(owner: string): string {
  const first = `(ifnull((SELECT n FROM request_owners WHERE owner = ${owner}), 0) << 32)`
  return `request_search.rowid >= ${first} AND request_search.rowid < ${first} + 4294967296`
}

/** Joins the states, where something is asked of them. */
function beside(state: string[]): string {
  return state.length ? 'CROSS JOIN request_states AS state ON state.position = requests.serial' : ''
}

/** All that begin so, in one stretch of the column's index. */
function numbered(column: string): string {
  return `requests.${column} != '' AND requests.${column} >= {:number} AND requests.${column} < {:number} || '~'`
}

const all = (parts: string[]) => parts.join(' AND ') || 'TRUE'

// Said as the indexes of what was approved say it.
const storedState = {
  status: 'requests.status = {:status}',
  documentKind:
    "requests.finality != '' AND iif(requests.annulledAt = '', requests.finality, 'annulled') = {:documentKind}",
  from: 'requests.created >= {:from}',
  to: 'requests.created < {:to}',
}
const stateApart: typeof storedState = {
  status: 'state.status = substr({:status}, 1, 3)',
  documentKind: 'state.kind = substr({:documentKind}, 1, 3)',
  from: 'state.created >= unixepoch({:from})',
  to: 'state.created < unixepoch({:to})',
}

const countedState: typeof storedState = { ...storedState, documentKind: 'requests.kind = {:documentKind}' }

function stateIn(parts: typeof storedState, narrowed: Narrowed, dates: Dates): string[] {
  const given = { ...narrowed, ...dates }
  return (['status', 'documentKind', 'from', 'to'] as const).flatMap((name) => (given[name] ? [parts[name]] : []))
}

/** Whose word begins with another one has that too: what is left has no term in common, and all together no more than there are. */
function withoutImplied(words: string[]): string[] {
  const bare = words.map(withoutAccents)
  const isImplied = (word: string, at: number) =>
    bare.some((other, n) => n !== at && other.startsWith(word) && (other !== word || n < at))
  return words.filter((word, at) => word.length === 1 || !isImplied(withoutAccents(word), at))
}

const withoutAccents = (word: string) => word.normalize('NFD').replace(/[\u0300-\u036f]/g, '')

/** The beginning of a word will do, but not one letter: that would be a good part of all there is. */
function begun(app: CoreApp, word: string): string {
  if (word.length === 1) return `"${word}"`
  const terms = word.length > longestBeginning ? termsBegunBy(app, word) : undefined
  // Of a term that there is FTS5 begins with whose it is; of a beginning as long as this it puts together all there is first.
  return terms?.length ? `(${terms.map((term) => `"${term}"`).join(' OR ')})` : `"${word}"*`
}

/** Letters of the beginnings of words that the index has. */
const longestBeginning = 6
const mostTerms = 20

/** All terms that begin so; undefined where they are too many, or where it is not certain how the index writes them. */
function termsBegunBy(app: CoreApp, word: string): string[] | undefined {
  const first = withoutAccents(word)
  if (!/^[a-z0-9]+$/.test(first)) return undefined
  // The next term is entered where it begins: nothing is read of where those before stand.
  const from = (term: string) =>
    `(SELECT term FROM request_terms WHERE term >= ${term} AND term < {:first} || char(1114111) LIMIT 1)`
  const query = `WITH RECURSIVE begun (term) AS (SELECT ${from('{:first}')}
      UNION ALL SELECT ${from('begun.term || char(1)')} FROM begun WHERE begun.term IS NOT NULL LIMIT ${mostTerms + 1})
    SELECT term FROM begun WHERE term IS NOT NULL`
  const terms = rows(app, query, { first }, { term: '' }).map(({ term }) => term)
  return terms.length > mostTerms ? undefined : terms
}

type Narrowed = Partial<Record<'owner' | 'format' | 'batch' | 'status' | 'documentKind', string>>
type Dates = Partial<Record<'from' | 'to', string>>

/** What has to be equal for this person; undefined when nothing can be. */
function narrow(
  app: CoreApp,
  { owner, status, documentKind, format, batch, mine, reviewer }: RequestFilter,
  asker: core.Record,
): Narrowed | undefined {
  const whose = isAdmin(asker) || mine ? owner : asker.id
  if (owner && owner !== whose) return undefined
  if (reviewer && !isAdmin(asker)) return undefined
  const found = { owner: whose, format, batch, status, documentKind }
  if (!batch) return withoutBlanks(found)
  // A batch has one owner and one format, so it says more than both.
  const of = row(app, 'SELECT owner, format FROM batches WHERE id = {:batch}', { batch }, { owner: '', format: '' })
  if (!of || (whose && whose !== of.owner) || (format && format !== of.format)) return undefined
  return withoutBlanks({ batch, status, documentKind })
}

function withoutBlanks(found: Record<string, string | undefined>): Narrowed {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}

/** What is asked of when requests were sent and what was decided of them, as conditions of their positions, with what these ask. */
interface Told {
  among: ((position: string) => string)[]
  asked: Params
}

/** The instants between which the days asked for lie: of creation, or of what is told elsewhere. */
function datesOf(app: CoreApp, filter: RequestFilter, areFew: boolean): Told & { dates: Dates } {
  const { from, to, dates, decision, reviewer, step, amount, format } = filter
  const bounds = boundsOf(app, { from, to })
  const ofCreation = !dates || dates === 'created'
  const among = dates === 'submitted' && (from || to) ? [sentThen(bounds, areFew)] : []
  const then = dates === 'decided' ? between('decidedAt', bounds) : []
  const by = reviewer ? ['reviewer = {:reviewer}'] : []
  const reportedIn = areFew ? reportedOfEach : reportedOfAll
  const ofFormat = format ? ['format = {:ofFormat}'] : []
  if (step) among.push(reportedIn('reported_steps', [...ofFormat, 'step = {:step}', ...by, ...then]))
  if (amount) among.push(reportedIn('request_amounts', [...ofFormat, 'key = {:amount}', ...then]))
  const ofDecision = [...(decision ? ['action = {:decision}'] : []), ...(step ? [] : by)]
  if (ofDecision.length || (dates === 'decided' && !step && !amount))
    among.push(reportedIn('reported_decisions', [...ofDecision, ...then]))
  const asked = withoutBlanks({ decision, reviewer, step, amount, ofFormat: step || amount ? format : undefined })
  return ofCreation ? { dates: bounds, among, asked } : { dates: {}, among, asked: { ...asked, ...bounds } }
}

const reportedOfAll = (table: string, which: string[]) => (position: string) =>
  `${position} IN (SELECT position FROM ${table} WHERE ${all(which)})`

/** Of few requests each is looked up by itself: who asks for his own does not read what was decided of everybody's. */
const reportedOfEach = (table: string, which: string[]) => (position: string) => {
  const keys = table === 'request_amounts' ? [amountsOf(position)] : []
  return `EXISTS (SELECT 1 FROM ${table} WHERE ${all([`${table}.position = ${position}`, ...keys, ...which])})`
}

/** The index of the amounts begins with these. */
const amountsOf = (position: string) =>
  `(format, decidedAt) = (SELECT paid.format, paid.decidedAt FROM requests AS paid WHERE paid.serial = ${position})`

function boundsOf(app: CoreApp, { from, to }: { from: string | undefined; to: string | undefined }): Dates {
  if (!from && !to) return {}
  const { country } = contextOf(app)
  return {
    ...(from ? { from: stamp(startOf(from, country)) } : {}),
    ...(to ? { to: stamp(startOf(addDays(to, 1), country)) } : {}),
  }
}

function between(column: string, { from, to }: Dates): string[] {
  return [...(from ? [`${column} >= {:from}`] : []), ...(to ? [`${column} < {:to}`] : [])]
}

/** What was sent then: the last time, which the request itself tells, or before it came back. */
function sentThen(bounds: Dates, areFew: boolean): (position: string) => string {
  const then = all(between('submittedAt', bounds))
  const [last, earlier] = [
    `FROM requests AS sent WHERE submittedAt != '' AND ${then}`,
    `FROM earlier_submissions AS sent WHERE ${then}`,
  ]
  if (!areFew) return (position) => `${position} IN (SELECT serial ${last} UNION SELECT position ${earlier})`
  return (position) =>
    `(EXISTS (SELECT 1 ${last} AND sent.serial = ${position}) OR EXISTS (SELECT 1 ${earlier} AND sent.position = ${position}))`
}
