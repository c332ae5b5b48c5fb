import { getStartOfDay } from '../../../src/domain/time/local-time.ts'
import { addToErasedList } from '../../backups/erased-list.ts'
import { formatTimestamp, getLocalToday, getOrganisationTimeZone } from '../../lib/clock.ts'
import { isStorageUnavailable } from '../../lib/files/file-storage.ts'
import { createErrorResponse, getPathId, getQueryParams } from '../../lib/http.ts'
import { logError } from '../../lib/log.ts'
import { getIds } from '../../lib/record-id.ts'
import { executeSql, type QueryParams, queryRow, queryRows } from '../../lib/sql.ts'
import { writeInTransaction } from '../../lib/transaction.ts'
import { requireAdmin } from '../../lib/users.ts'
import { mergeWholeSearchIndex } from '../derived/search-index.ts'
import { endedStatusList, eraseByServer, eraseRows, erasureChunkSize } from './erase-requests.ts'

/** Number of requests and files of which the job deletes the rest at once. */
const cleanupChunkSize = 1_000

const listed = (ids: string[]) => ({ ids: JSON.stringify(ids) })
const inIds = 'IN (SELECT value FROM json_each({:ids}))'

/** Deletes what anonymised requests left outside their tables: files, mails, notices and words in the full-text index. Runs every minute if there is some. */
export function cleanUpErasures() {
  deleteErasedFiles()
  for (let isLast = false; !isLast; ) {
    const query = `SELECT request AS id FROM erasures LIMIT ${cleanupChunkSize + 1}`
    const found = getIds(queryRows($app, query, {}, { id: '' }))
    const ids = found.slice(0, cleanupChunkSize)
    isLast = ids.length === found.length
    if (!ids.length) return
    const notices = `SELECT notices.id FROM notices JOIN requests ON requests.id = subjectId WHERE requests.id ${inIds}`
    deleteRows('notices', getIds(queryRows($app, notices, listed(ids), { id: '' })))
    deleteMailsAbout(ids)
    eraseUnsentRows(ids)
    if (isLast) mergeWholeSearchIndex($app)
    addToErasedList($app, ids)
    executeSql($app, `DELETE FROM erasures WHERE request ${inIds}`, listed(ids))
  }
}

function deleteRows(table: string, ids: string[]) {
  if (ids.length) executeSql($app, `DELETE FROM ${table} WHERE id ${inIds}`, listed(ids))
}

/** Erases the rows of which no request was made, in the batches of these requests that have only anonymised requests. */
function eraseUnsentRows(requests: string[]) {
  const batches = queryRows(
    $app,
    `SELECT batches.id FROM (SELECT DISTINCT batch FROM requests WHERE id ${inIds}) JOIN batches ON batches.id = batch
     WHERE batches.status IN ('completed', 'completed_with_pending', 'cancelled')
       AND NOT EXISTS (SELECT 1 FROM requests WHERE requests.batch = batches.id AND privacy != 'anonymized')`,
    listed(requests),
    { id: '' },
  )
  const some = `SELECT id FROM batch_rows WHERE batch = {:batch} AND "values" != '{}' LIMIT ${cleanupChunkSize}`
  for (const { id: batch } of batches)
    for (let size = cleanupChunkSize; size === cleanupChunkSize; )
      size = queryRows($app, `${eraseRows} WHERE id IN (${some}) RETURNING id`, { batch }, { id: '' }).length
}

const queuedMail = { id: '', text: '' }
type QueuedMail = typeof queuedMail
/** Number of queued mails that are read at once. */
const mailsPerQuery = 100

/** Deletes the queued mails that name the number of a request. */
function deleteMailsAbout(requests: string[]) {
  const numbers = queryRows($app, `SELECT number FROM requests WHERE id ${inIds}`, listed(requests), { number: '' })
  const known = new Set(numbers.map(({ number }) => number))
  const query = `SELECT id, subject || html AS text FROM outgoing_mails WHERE id > {:last} ORDER BY id LIMIT ${mailsPerQuery}`
  let last: string | undefined = ''
  while (last !== undefined) {
    const mails: QueuedMail[] = queryRows($app, query, { last }, queuedMail)
    const about = mails.filter(({ text }) => text.match(/SOL-\d{4}-\d+/g)?.some((number) => known.has(number)))
    deleteRows('outgoing_mails', getIds(about))
    last = mails.at(-1)?.id
  }
}

/** Deletes the files. After a failure, the rest is tried again in the next minute. */
function deleteErasedFiles() {
  for (let isLast = false; !isLast; ) {
    const paths = queryRows($app, `SELECT path FROM erased_files LIMIT ${cleanupChunkSize}`, {}, { path: '' })
    const ids = removeFiles(paths.map(({ path }) => path))
    if (ids.length) executeSql($app, `DELETE FROM erased_files WHERE path ${inIds}`, listed(ids))
    isLast = ids.length < cleanupChunkSize
  }
}

/** Removes files from the storage, and returns the paths of those that are gone. Stops if the storage is not available. */
function removeFiles(paths: string[]): string[] {
  const removed: string[] = []
  for (const path of paths)
    try {
      engine.files.remove(path)
      removed.push(path)
    } catch (error) {
      logError('file of an anonymised request:', error)
      if (isStorageUnavailable(error)) break
    }
  return removed
}

/**
 * SQL condition of requests of a format whose retention has ended. Bind `format` and `before`. A document that is being generated is left for the
 * next night.
 */
const isRetentionOver = `requests.format = {:format} AND requests.created < {:before} AND status IN (${endedStatusList}) AND privacy = ''
  AND documentStatus != 'pending' AND iif(decidedAt = '', updated, decidedAt) < {:before} AND id NOT IN (SELECT request FROM undoable)`

/** Returns the start of today in the year `years` before this one, as a timestamp. */
function getRetentionStart(app: CoreApp, years: number): string {
  const today = getLocalToday(app)
  const day = `${String(Number(today.slice(0, 4)) - years).padStart(4, '0')}${today.slice(4)}`.replace(
    /-02-29$/,
    '-02-28',
  )
  return formatTimestamp(getStartOfDay(day, getOrganisationTimeZone(app)))
}

/** `GET /api/app/formats/{id}/retention?years=` → `{count}`: number of requests that this retention would anonymise now. */
export function countRetention(e: core.RequestEvent) {
  requireAdmin(e)
  const years = Number(getQueryParams(e).years)
  if (!Number.isInteger(years) || years < 1 || years > 100)
    throw createErrorResponse('invalid', 400, { years: 'number' })
  const params = { format: getPathId(e), before: getRetentionStart(e.app, years) }
  const count = queryRow(e.app, `SELECT count(*) AS n FROM requests WHERE ${isRetentionOver}`, params, { n: 0 })?.n ?? 0
  return e.json(200, { count })
}

/** Erases the data of requests, one transaction per chunk. `where`: condition that a request must still match. */
function eraseInChunks(app: CoreApp, where: string, params: QueryParams, reason: string) {
  const due = getIds(queryRows(app, `SELECT id FROM requests WHERE ${where}`, params, { id: '' }))
  for (let first = 0; first < due.length; first += erasureChunkSize) {
    const ids = listed(due.slice(first, first + erasureChunkSize))
    engine.yieldToWriters()
    writeInTransaction(app, (tx) => {
      const query = `SELECT id FROM requests WHERE id ${inIds} AND ${where}`
      eraseByServer(tx, getIds(queryRows(tx, query, { ...params, ...ids }, { id: '' })), reason)
    })
  }
}

/** Anonymises the requests whose retention has ended. Runs each night. */
export function applyRetention() {
  const formats = queryRows($app, 'SELECT id, keepYears FROM formats WHERE keepYears > 0', {}, { id: '', keepYears: 0 })
  for (const { id: format, keepYears } of formats) {
    const reason = `Venció el plazo del formato: ${keepYears} ${keepYears === 1 ? 'año' : 'años'} después de la decisión.`
    eraseInChunks($app, isRetentionOver, { format, before: getRetentionStart($app, keepYears) }, reason)
  }
}

/**
 * Erases requests of the list again if a restored backup has brought their data back. `ids`: ids of the list. Runs at startup before the first call.
 * Skips held requests.
 */
export function repeatErasures(app: CoreApp, ids: string[]) {
  const params = { listed: JSON.stringify(ids) }
  const where = "id IN (SELECT value FROM json_each({:listed})) AND privacy = ''"
  eraseInChunks(app, where, params, 'Se anonimizó otra vez, porque se restauró una copia.')
}
