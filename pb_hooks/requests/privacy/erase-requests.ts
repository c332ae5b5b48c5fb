import { endedStatuses } from '../../../src/domain/requests/actions.ts'
import { formatTimestamp } from '../../lib/clock.ts'
import { textHashSql } from '../../lib/event-chain.ts'
import { recordEvents } from '../../lib/events.ts'
import { getConvertedPicturePath, getFilePath } from '../../lib/files/stored-files.ts'
import { executeSql, type QueryParams, queryRows } from '../../lib/sql.ts'

/** Number of requests erased per transaction. */
export const erasureChunkSize = 100

const quote = (texts: readonly string[]) => texts.map((text) => `'${text}'`).join(', ')
/** SQL list of `endedStatuses`. */
export const endedStatusList = quote(endedStatuses)

const ids = '(SELECT value FROM json_each({:ids}))'
const guestsOfRequests = `SELECT guest FROM links WHERE request IN ${ids}`

/** Start of an SQL statement that erases the data of batch rows. */
export const eraseRows = `UPDATE batch_rows SET "values" = '{}', summary = '', idDocument = '', amount = '', errors = '{}', warnings = '{}', wrong = '{}'`

/**
 * Statements that erase the data of requests, in execution order. Triggers erase the derived data: search words, amounts, unique values, queued
 * mails with links. What identifies a document stays: numbers, hashes, verification code and dates.
 */
const statements = [
  // An open request is one of a restored backup: it ended after the backup was made.
  `UPDATE requests SET "values" = '{}', summary = '', idDocument = '', amount = '', reason = '', signers = 'null', managed = '', manager = '',
     document = '', documentStatus = 'none', documentError = '', documentErrorDetails = 'null', step = 0, privacy = 'anonymized', updated = {:now},
     status = iif(status IN (${endedStatusList}), status, 'cancelled')
   WHERE id IN ${ids}`,
  `DELETE FROM request_revisions WHERE request IN ${ids}`,
  `DELETE FROM approver_values WHERE request IN ${ids}`,
  `UPDATE request_documents SET file = '' WHERE request IN ${ids}`,
  `DELETE FROM attachments WHERE request IN ${ids}`,
  `${eraseRows} FROM requests WHERE requests.id IN ${ids} AND requests.batch != '' AND (batch_rows.batch, batch_rows."row") = (requests.batch, requests."row")`,
  // Reasons are offered to approvers as long as a decision has them.
  `UPDATE decision_reasons SET uses = uses - decided.n FROM (
     SELECT format, action, events.reason, count(*) AS n FROM events JOIN requests ON requests.id = events.subjectId
     WHERE events.subjectId IN ${ids} AND subject = 'requests' AND action IN ('return', 'reject') GROUP BY format, action, events.reason) AS decided
   WHERE (decision_reasons.format, decision_reasons.action, decision_reasons.reason) = (decided.format, decided.action, decided.reason)`,
  'DELETE FROM decision_reasons WHERE uses <= 0',
  `UPDATE events SET textHash = ${textHashSql}, salt = '', reason = '', details = ''
   WHERE subject = 'requests' AND subjectId IN ${ids} AND textHash = ''`,
  `DELETE FROM signature_copies WHERE id IN (SELECT drawing FROM signatures WHERE request IN ${ids} AND drawing != '')`,
  `DELETE FROM signatures WHERE request IN ${ids}`,
  `DELETE FROM undoable WHERE request IN ${ids}`,
  // Makes decisions without requests due: the job `decisions` deletes them, with their reason.
  'UPDATE undoable_decisions SET until = {:now} WHERE decision NOT IN (SELECT decision FROM undoable)',
  'INSERT OR IGNORE INTO erasures SELECT value FROM json_each({:ids})',
]

/** Queries for the files of requests, with the collection that stores them. */
const fileQueries = {
  requests: `SELECT id, document AS file FROM requests WHERE id IN ${ids} AND document != ''`,
  request_documents: `SELECT id, file FROM request_documents WHERE request IN ${ids} AND file != ''`,
  attachments: `SELECT id, file FROM attachments WHERE request IN ${ids} AND file != ''`,
  signature_copies: `SELECT id, image AS file FROM signature_copies WHERE id IN (SELECT drawing FROM signatures WHERE request IN ${ids})`,
}

/**
 * Erases the personal data of at most `erasureChunkSize` requests, in a transaction. A job deletes their files and mails afterwards. Call it before
 * the event is recorded, because the texts of earlier events are erased.
 */
export function eraseRequests(tx: CoreApp, requests: string[]) {
  const params = { ids: JSON.stringify(requests) }
  queueFiles(tx, params)
  const guests = queryRows(tx, guestsOfRequests, params, { guest: '' }).map(({ guest }) => guest)
  for (const sql of statements) executeSql(tx, sql, { ...params, now: formatTimestamp() })
  executeSql(tx, `DELETE FROM links WHERE request IN ${ids}`, params)
  // A blocked person stays blocked.
  executeSql(
    tx,
    `DELETE FROM guests WHERE id IN ${ids} AND NOT blocked AND NOT EXISTS (SELECT 1 FROM links WHERE guest = guests.id)`,
    { ids: JSON.stringify(guests) },
  )
}

function queueFiles(tx: CoreApp, params: QueryParams) {
  const paths = Object.entries(fileQueries).flatMap(([collection, query]) =>
    queryRows(tx, query, params, { id: '', file: '' }).flatMap(({ id, file }) => {
      const path = getFilePath(tx, collection, id, file)
      return collection === 'signature_copies' ? [path, getConvertedPicturePath(path)] : [path]
    }),
  )
  const sql = 'INSERT OR IGNORE INTO erased_files SELECT value FROM json_each({:paths})'
  if (paths.length) executeSql(tx, sql, { paths: JSON.stringify(paths) })
}

/** Erases the data of requests without a caller: by the retention of their format, or again after a restore. */
export function eraseByServer(tx: CoreApp, requests: string[], reason: string) {
  if (!requests.length) return
  eraseRequests(tx, requests)
  const erased = queryRows(
    tx,
    `SELECT id, owner, status FROM requests WHERE id IN ${ids}`,
    { ids: JSON.stringify(requests) },
    { id: '', owner: '', status: '' },
  )
  const lines = erased.map(({ id, owner, status }) => ({ subjectId: id, owner, from: status, to: status, reason }))
  recordEvents(tx, { subject: 'requests', action: 'anonymize', actor: null }, lines)
}
