import { type BatchRowInput, type RowChunkInput, rowChunkSchema } from '../../src/domain/batches/batch-input.ts'
import type { RowChunkResult } from '../../src/domain/batches/batch-output.ts'
import { createRejectedCellValidator } from '../../src/domain/batches/rejected-cells.ts'
import type { Field, Values } from '../../src/domain/fields/field.ts'
import { emptySummary } from '../../src/domain/fields/summary.ts'
import { createRowFiller, getOrganisationPrefillSources } from '../../src/domain/requests/prefill.ts'
import { removeInvalidCharacters } from '../../src/domain/text/valid-characters.ts'
import { assignFiles, collectFileIds, hasFileFields, loadStoredFiles } from '../attachments/file-assignment.ts'
import { createRequestValidator, findVersion, type PublishedFormatVersion } from '../formats/versions.ts'
import { getValidationContext } from '../lib/clock.ts'
import { createErrorResponse, readInput } from '../lib/http.ts'
import { executeSql, queryRow } from '../lib/sql.ts'
import { isWithinSizeLimit } from '../requests/drafts/draft-values.ts'
import {
  maxUnsubmittedFileBytes,
  requirePermittedBatch,
  runBatchAction,
  sumUnsubmittedFileBytes,
  updateRowCounts,
} from './batch.ts'
import { type BatchListLookup, createBatchListLookup } from './batch-list-lookup.ts'

/** `POST /api/app/batches/{id}/rows`: validates and stores rows. Repeating the call changes nothing; new values replace the old ones. */
export function saveBatchRows(e: core.RequestEvent) {
  const { batch: sent, caller } = requirePermittedBatch(e, 'rows')
  const version = findVersion(e.app, sent.getString('formatVersion'))
  if (!version) throw createErrorResponse('format.notPublished')
  const { rows } = readInput(e, rowChunkSchema)
  // Validates before the transaction, so that other writers need not wait.
  const { kept, outcome } = validateRows(
    rows,
    createRowValidator(e.app, version, sent.getString('owner'), {
      files: createFileLookup(e.app, version, sent, rows),
      joining: createBatchListLookup(e.app, { version, batch: sent, rows, caller }),
    }),
  )
  runBatchAction(e, 'rows', (tx, batch) => {
    if (sumUnsubmittedFileBytes(tx, batch.getString('owner')) + kept.length > maxUnsubmittedFileBytes)
      throw createErrorResponse('batch.space')
    batch.set('bytes', batch.getInt('bytes') + kept.length)
    upsertRows(tx, batch.id, kept)
    if (hasFileFields(version.fields)) assignFiles(tx, batch.getString('owner'), listFileHolders(batch, version, rows))
    if (hasSurplusRows(tx, batch)) throw createErrorResponse('batch.tooMany')
    updateRowCounts(tx, batch)
  })
  return e.json(200, outcome)
}

interface RowResult {
  errors: Record<string, string>
  /** Row as JSON, ready to be stored. */
  line: string
}

type RowValidator = (row: BatchRowInput) => RowResult

function validateRows(rows: RowChunkInput['rows'], judge: RowValidator) {
  const outcome: RowChunkResult = { valid: 0, errors: [] }
  const lines = rows.map((row) => {
    const { errors, line } = judge(row)
    if (Object.keys(errors).length) outcome.errors.push({ row: row.row, errors })
    else outcome.valid++
    return line
  })
  return { kept: `[${lines.join()}]`, outcome }
}

/**
 * Returns the id and owner of the request that a row will become. Its id is computed from the batch and the row number.
 */
const getFutureRequest = (batch: core.Record, row: number) => ({
  id: `${batch.id.slice(0, 10)}${(row - 1).toString(16).padStart(5, '0')}`,
  owner: batch.getString('owner'),
})

/** Assigns each file to the first row that refers to it. The order is the same as in the validation. */
function listFileHolders(batch: core.Record, { fields }: PublishedFormatVersion, rows: RowChunkInput['rows']) {
  const taken = new Set<string>()
  return rows.map(({ row, values }) => {
    const files = collectFileIds(fields, values as Values).filter((id) => !taken.has(id))
    for (const id of files) taken.add(id)
    return { id: getFutureRequest(batch, row).id, files }
  })
}

/** Function that returns a row's values with the names of stored files, and a check for missing files. */
type FileLookup = (row: BatchRowInput) => { values: Values; faults: (values: Values) => Record<string, string> }

function createFileLookup(
  app: CoreApp,
  { fields }: PublishedFormatVersion,
  batch: core.Record,
  rows: RowChunkInput['rows'],
): FileLookup | undefined {
  if (!hasFileFields(fields)) return undefined
  const known = loadStoredFiles(
    app,
    rows.map(({ values }) => ({ fields, values: values as Values })),
  )
  return ({ row, values }) => {
    const request = getFutureRequest(batch, row)
    return {
      values: known.withStoredNames(fields, values as Values, request),
      faults: (judged) => known.findErrors(fields, judged, request),
    }
  }
}

/**
 * Returns a function that validates rows of one version. Of a row larger than a request may be, only the error is
 * stored.
 */
function createRowValidator(
  app: CoreApp,
  version: PublishedFormatVersion,
  owner: string,
  { files, joining }: { files: FileLookup | undefined; joining: BatchListLookup | undefined },
): RowValidator {
  const judge = createRequestValidator(app, version, true)
  const context = getValidationContext(app)
  const judgeWrong = createRejectedCellValidator(version.fields, context)
  const fill = createRowFiller(version.fields, context, getOrganisationTexts(app))
  return (portionRow) => {
    const { row } = portionRow
    const warnings = { ...portionRow.warnings }
    const wrong = { ...portionRow.wrong }
    const named = files?.(portionRow)
    const rowValues = { ...(named?.values ?? portionRow.values) }
    const unknown = joining?.fill(rowValues as Values, wrong)
    for (const key of fill(rowValues as Values, wrong)) warnings[key] ??= 'filled'
    const { values: judged, errors: faults, ...summary } = judge(rowValues, owner)
    const errors = { ...unknown, ...judgeWrong(faults, judged, wrong), ...named?.faults(judged) }
    joining?.forgive(errors)
    const bad = Object.keys(errors).length > 0
    const line = JSON.stringify({
      row,
      status: bad ? 'error' : 'valid',
      values: bad ? cleanUploaded(pickFields(rowValues, version.fields)) : judged,
      wrong: cleanUploaded(wrong),
      ...(bad ? emptySummary : summary),
      errors,
      warnings,
    })
    if (isWithinSizeLimit(line)) return { errors, line }
    const tooLarge = { '*': 'length' }
    return { errors: tooLarge, line: JSON.stringify({ ...emptyRow, row, errors: tooLarge }) }
  }
}

/** Returns the organisation's settings that can prefill fields. */
function getOrganisationTexts(app: CoreApp) {
  const none = { organisationName: '', organisationId: '', address: '', city: '', phone: '', web: '' }
  const found = queryRow(app, `SELECT ${Object.keys(none).join(', ')} FROM settings LIMIT 1`, {}, none)
  return getOrganisationPrefillSources(found ?? none)
}

const emptyRow = { status: 'error', values: {}, wrong: {}, ...emptySummary, warnings: {} }

function pickFields(values: Record<string, unknown>, fields: Field[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ key }) => (Object.hasOwn(values, key) ? [[key, values[key]]] : [])))
}

/** Returns the values as uploaded, without invisible characters. Values deeper than `{items: [{options: [..]}]}` become `null`. */
function cleanUploaded(value: unknown, depth = 4): unknown {
  if (typeof value === 'string') return removeInvalidCharacters(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.map((part) => cleanUploaded(part, depth - 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [removeInvalidCharacters(key), cleanUploaded(part, depth - 1)]),
  )
}

// Inserts or updates rows. Rows that already became requests stay unchanged. Ids ascend with the row number, so that adjacent rows share
// database pages.
function upsertRows(tx: CoreApp, batch: string, rowsJson: string) {
  executeSql(
    tx,
    `INSERT INTO batch_rows (id, batch, row, status, "values", wrong, summary, idDocument, amount, errors, warnings, request, created, updated)
     SELECT substr({:batch}, 1, 10) || printf('%05x', (value ->> 'row') - 1), {:batch}, value ->> 'row', value ->> 'status', value -> 'values', value -> 'wrong',
       value ->> 'summary', value ->> 'idDocument', value ->> 'amount', value -> 'errors', value -> 'warnings', '',
       strftime('%Y-%m-%d %H:%M:%fZ'), strftime('%Y-%m-%d %H:%M:%fZ')
     FROM jsonb_each({:kept}) WHERE true
     ON CONFLICT DO UPDATE SET status = excluded.status, "values" = excluded."values", wrong = excluded.wrong,
       summary = excluded.summary, idDocument = excluded.idDocument, amount = excluded.amount, errors = excluded.errors, warnings = excluded.warnings, updated = excluded.updated
     WHERE batch_rows.status != 'created'`,
    { batch, kept: rowsJson },
  )
}

/**
 * Returns whether a batch has more rows than its total. Counts the rows only if the range of their numbers exceeds the
 * total, because counting 100,000 rows takes 8 ms.
 */
function hasSurplusRows(tx: CoreApp, batch: core.Record): boolean {
  const rows = 'FROM batch_rows WHERE batch = {:batch}'
  const found = queryRow(
    tx,
    `SELECT iif((SELECT max(row) ${rows}) - (SELECT min(row) ${rows}) < {:total}, 0, (SELECT count(*) ${rows}) > {:total}) AS isSurplus`,
    { batch: batch.id, total: batch.getInt('total') },
    { isSurplus: 0 },
  )
  return found?.isSurplus === 1
}
