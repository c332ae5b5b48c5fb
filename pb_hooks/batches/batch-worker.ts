import { getFinality } from '../../src/domain/documents/document-kind.ts'
import { foldCaseAndAccentsSql } from '../../src/domain/text/case-folding.ts'
import { hasFileFields } from '../attachments/file-assignment.ts'
import { getDecisionDeadline } from '../formats/decision-deadline.ts'
import { findVersion, type PublishedFormatVersion } from '../formats/versions.ts'
import { formatLeaseCondition, formatTimestamp, getValidationContext } from '../lib/clock.ts'
import { writeAndPushRecord } from '../lib/live-records.ts'
import { logError } from '../lib/log.ts'
import { allocateNumberRange, formatNumberSql } from '../lib/numbers/sequences.ts'
import { buildVerificationCodeSql, generateVerificationCodes } from '../lib/numbers/verification-codes.ts'
import { getIds } from '../lib/record-id.ts'
import { executeSql, queryRow, queryRows } from '../lib/sql.ts'
import { writeInTransaction } from '../lib/transaction.ts'
import { requestValueSqlColumns, setInitialStages } from '../requests/actions/stages.ts'
import { runBulkInsert } from '../requests/derived/derived-repair.ts'
import { mergeSearchIndex } from '../requests/derived/search-index.ts'
import { updateApproverPages } from '../requests/effects/notify-approvers.ts'
import { activeResponsibleUserCondition, countBatchRows, hasResponsibleUser, sumPendingBytes } from './batch.ts'
import { publishBatchCompletion, recordBatchEvent, recordBatchRequestEvents } from './batch-effects.ts'

/**
 * Target duration of a transaction in ms; short, because other writers wait for it. `firstChunk`: number of rows of the
 * first transaction.
 */
const targetMs = 25
const firstChunk = 300
/** Lease in seconds of a worker on its batch; renewed with each chunk. */
const leaseSeconds = 20

/** Resumes batches whose worker stopped. Runs every minute. */
export function resumeBatches() {
  const now = Math.floor(Date.now() / 1000)
  const left = queryRows(
    $app,
    `SELECT id FROM batches WHERE status IN ('processing', 'interrupted') AND NOT (${formatLeaseCondition('lease', leaseSeconds)}) AND ${activeResponsibleUserCondition} ORDER BY created`,
    { now },
    { id: '' },
  )
  for (const { id } of left) processBatch($app, id)
}

/** Turns the valid rows of a batch into requests, one transaction per chunk, until none is left or the batch is cancelled. */
export function processBatch(app: CoreApp, id: string) {
  try {
    let size = firstChunk
    for (let took = createChunk(app, id, size); took; took = createChunk(app, id, size)) {
      size = Math.round(Math.min(Math.max((size * (1 + targetMs / took)) / 2, 100), 1_000))
      mergeSearchIndex(app)
      engine.yieldToWriters()
    }
  } catch (error) {
    executeSql(app, `UPDATE batches SET status = 'interrupted', lease = 0 WHERE id = {:id} AND status = 'processing'`, {
      id,
    })
    logError(`batch ${id} interrupted:`, error)
  }
}

/** Interrupts a batch whose owner is no longer active. An administrator can continue it, or it continues when the owner is activated again. */
function interruptBatch(tx: CoreApp, batch: core.Record) {
  const from = batch.getString('status')
  if (from === 'interrupted') return
  batch.set('status', 'interrupted')
  batch.set('lease', 0)
  batch.ignoreUnchangedFields(true)
  writeAndPushRecord(tx, batch, () => tx.save(batch))
  recordBatchEvent(tx, batch, { action: 'interrupt', from, details: { code: 'batch.ownerInactive' } })
}

/**
 * Converts the next `size` rows to requests. Returns the time in ms for which other writers waited; 0 if no rows are
 * left.
 */
function createChunk(app: CoreApp, id: string, size: number): number {
  let began = 0
  let more = false
  const routed = new Set<string>()
  writeInTransaction(app, (tx) => {
    began = Date.now()
    const batch = tx.findRecordById('batches', id)
    if (!['processing', 'interrupted'].includes(batch.getString('status'))) return
    const version = findVersion(tx, batch.getString('formatVersion'))
    if (!version) throw new Error('the version of the format is gone')
    const { count, last } = findNextRows(tx, batch, size)
    if (count && !hasResponsibleUser(tx, id)) return interruptBatch(tx, batch)
    markUnreadable(tx, batch, last)
    // Marks duplicates again, because other users may have submitted the same values since the batch was confirmed.
    markDuplicateRows(tx, { batch, version, last }, (work) => work(tx))
    if (hasFileFields(version.fields)) markWithoutFiles(tx, batch, version, last)
    batch.set('createdCount', batch.getInt('createdCount') + createRequests(tx, batch, version, last))
    more = count === size
    if (!more) batch.set('errorCount', countBatchRows(tx, id, 'error'))
    if (!more) batch.set('bytes', sumPendingBytes(tx, id))
    batch.set('status', more ? 'processing' : batch.getInt('errorCount') ? 'completed_with_pending' : 'completed')
    batch.set('lease', more ? Math.floor(Date.now() / 1000) + leaseSeconds : 0)
    if (!more) batch.set('finishedAt', formatTimestamp())
    if (!more && version.route.length) routed.add(version.id)
    batch.ignoreUnchangedFields(true)
    writeAndPushRecord(tx, batch, () => tx.save(batch))
    if (!more) publishBatchCompletion(tx, batch, version)
  })
  if (routed.size) {
    // One request of each manager is enough to find the approvers.
    const query = 'SELECT max(id) AS id FROM requests WHERE batch = {:id} GROUP BY manager'
    updateApproverPages(app, routed, getIds(queryRows(app, query, { id }, { id: '' })))
  }
  return more ? Math.max(Date.now() - began, 1) : 0
}

/** Returns the number of the next valid rows, at most `count`, and the last row number. */
function findNextRows(tx: CoreApp, batch: core.Record, count: number): { count: number; last: number } {
  const next = queryRow(
    tx,
    `SELECT count(*) AS count, ifnull(max(row), 0) AS last FROM
       (SELECT row FROM batch_rows WHERE batch = {:batch} AND status = 'valid' ORDER BY row LIMIT {:count})`,
    { batch: batch.id, count },
    { count: 0, last: 0 },
  )
  return next ?? { count: 0, last: 0 }
}

/**
 * Converts the valid rows up to row number `last` to requests and returns their number. Request and event get the id of
 * the row, so that no row is submitted twice. Ascending ids also touch fewer database pages.
 */
function createRequests(tx: CoreApp, batch: core.Record, version: PublishedFormatVersion, last: number): number {
  const chosen = "FROM batch_rows WHERE batch = {:batch} AND status = 'valid' AND row <= {:last}"
  const made = queryRow(tx, `SELECT count(*) AS count ${chosen}`, { batch: batch.id, last }, { count: 0 })?.count
  if (!made) return 0
  const year = getValidationContext(tx).today.slice(0, 4)
  const sender = tx.findRecordById('users', batch.getString('sender') || batch.getString('owner'))
  const reviewed = version.requiresReview
  const numbers = allocateNumberRange(tx, 'SOL', year, made)
  const documentNumbers = reviewed ? null : allocateNumberRange(tx, version.code, year, made)
  const now = formatTimestamp()
  const params = {
    series: numbers.name,
    first: numbers.first,
    documentSeries: documentNumbers?.name ?? '',
    firstDocument: documentNumbers?.first ?? 0,
    codes: generateVerificationCodes(reviewed ? 0 : made),
    format: version.format,
    formatVersion: version.id,
    owner: batch.getString('owner'),
    sender: sender.id,
    senderName: sender.getString('name'),
    batch: batch.id,
    batchNumber: batch.getString('number'),
    last,
    status: reviewed ? 'submitted' : 'approved',
    documentStatus: reviewed ? 'none' : 'pending',
    finality: reviewed ? '' : getFinality(version),
    now,
    decidedAt: reviewed ? '' : now,
    dueAt: getDecisionDeadline(tx, version),
    step: version.route[0]?.when ? 0 : Math.min(version.route.length, 1),
  }
  const ofDocument = reviewed
    ? "'', ''"
    : `${formatNumberSql('{:documentSeries}', '{:firstDocument} + place')}, ${buildVerificationCodeSql('{:codes}', 'place')}`
  const many = { ...params, kind: params.finality, submittedAt: now, count: made }
  runBulkInsert(tx, many, () => {
    executeSql(
      tx,
      `INSERT INTO requests (id, number, format, formatVersion, owner, batch, row, status, "values", summary, idDocument, amount, revision,
         submittedAt, dueAt, decidedAt, finality, documentNumber, checkCode, documentStatus, step, created, updated)
       SELECT id, ${formatNumberSql('{:series}', '{:first} + place')}, {:format}, {:formatVersion}, {:owner}, {:batch}, row, {:status}, "values", summary, idDocument, amount, 0,
         {:now}, {:dueAt}, {:decidedAt}, {:finality}, ${ofDocument}, {:documentStatus}, {:step}, {:now}, {:now}
       FROM (SELECT *, row_number() OVER (ORDER BY row) - 1 AS place ${chosen})`,
      params,
    )
    if (version.route[0]?.when)
      setInitialStages(tx, version, queryRows(tx, `SELECT id, "values" ${chosen}`, params, requestValueSqlColumns))
  })
  recordBatchRequestEvents(tx, chosen, params)
  if (hasFileFields(version.fields))
    executeSql(tx, `UPDATE attachments SET sent = TRUE WHERE request IN (SELECT id ${chosen})`, {
      batch: batch.id,
      last,
    })
  executeSql(
    tx,
    `UPDATE batch_rows SET status = 'created', request = id WHERE batch = {:batch} AND status = 'valid' AND row <= {:last}`,
    params,
  )
  return made
}

/** Marks rows with damaged JSON as errors, so that the user uploads them again and they do not block the other rows. */
function markUnreadable(tx: CoreApp, batch: core.Record, last: number) {
  executeSql(
    tx,
    `UPDATE batch_rows SET status = 'error', "values" = '{}', errors = '{"*":"row"}'
     WHERE batch = {:batch} AND status = 'valid' AND row <= {:last} AND NOT json_valid("values")`,
    { batch: batch.id, last },
  )
}

/** Marks rows whose files are missing as errors, because a request must include its files. */
function markWithoutFiles(tx: CoreApp, batch: core.Record, version: PublishedFormatVersion, last: number) {
  for (const { key } of version.fields.filter(({ type }) => type === 'file'))
    executeSql(
      tx,
      `UPDATE batch_rows SET status = 'error', errors = json_object({:key}, 'attachment.unknown')
       WHERE batch = {:batch} AND status = 'valid' AND row <= {:last} AND EXISTS (
         SELECT 1 FROM json_each("values", {:path}) AS file WHERE NOT EXISTS (
           SELECT 1 FROM attachments WHERE attachments.id = file.value ->> 'id' AND attachments.request = batch_rows.id))`,
      { path: `$.${key}`, key, batch: batch.id, last },
    )
}

/** Number of rows marked per transaction, because other writers wait for it. */
const duplicatesPerWrite = 5_000

/**
 * Marks duplicates up to row number `last` as errors. A row is a duplicate if an earlier row or an open request has the same
 * `unique` value. `write` runs the writing for a field in a transaction. The search takes about a second for each field of 100,000 rows.
 */
export function markDuplicateRows(
  app: CoreApp,
  { batch, version, last }: { batch: core.Record; version: PublishedFormatVersion; last: number },
  write: (work: (tx: CoreApp) => void) => void,
) {
  for (const { key } of version.fields.filter((field) => field.unique)) {
    const found = queryRows(
      app,
      `WITH candidate AS (
         SELECT id, updated, row, iif(json_valid("values"), ${foldCaseAndAccentsSql('json_extract("values", {:path})')}, '') AS value FROM batch_rows
         WHERE batch = {:batch} AND status = 'valid' AND row <= {:last}
       ), ranked AS (SELECT id, updated, value, row_number() OVER (PARTITION BY value ORDER BY row) AS place FROM candidate WHERE value != '')
       SELECT id, updated FROM ranked WHERE place > 1 OR EXISTS (
         SELECT 1 FROM unique_holders AS held
         WHERE held.format = {:format} AND held.key = {:key} AND held.value = ranked.value
       )`,
      { path: `$.${key}`, key, batch: batch.id, format: version.format, last },
      { id: '', updated: '' },
    ).map(({ id, updated }) => [id, updated])
    // Except rows that changed since the search. Compares no times, because the clock may have been set back.
    const mark = `UPDATE batch_rows SET status = 'error', errors = json_object({:key}, 'duplicate')
      WHERE (id, updated) IN (SELECT value ->> 0, value ->> 1 FROM json_each({:found})) AND status = 'valid'`
    for (let at = 0; at < found.length; at += duplicatesPerWrite)
      write((tx) => executeSql(tx, mark, { key, found: JSON.stringify(found.slice(at, at + duplicatesPerWrite)) }))
  }
}
