import { rowStatusLabels } from '../../domain/batches/batch.ts'
import type { Batch, BatchRowResult } from '../../domain/batches/batch-output.ts'
import type { Field, ValidationContext, Value } from '../../domain/fields/field.ts'
import { formatValue } from '../../domain/fields/values.ts'
import { requestStatusLabels } from '../../domain/requests/request.ts'
import { retryUntilSuccess } from '../../lib/retry.ts'
import { FileReadError } from '../../sheets/files/file-read-error.ts'
import type { RequestStatusByRow } from '../../sheets/validation/row-payload.ts'
import { formatStoredRow } from '../../sheets/validation/stored-rows.ts'
import { startSheetWorker } from '../../sheets/worker/sheet-worker-client.ts'
import type { ExportFileType } from '../../sheets/writing/result-table.ts'
import { getColumnLabel } from '../../sheets/writing/template-columns.ts'
import type { ImportDraft } from '../import-drafts.ts'
import { listRowResults, parseStoredRow } from '../queries.ts'

interface ResultOptions {
  batch: Batch
  kind: ExportFileType
  fields: readonly Field[]
  context: ValidationContext
  onProgress: (done: number) => void
  signal: AbortSignal
}

/** Creates the result file from the imported file, read as on import. Returns a message if it is another file. */
export async function createResultFromFile(
  { batch, kind, fields, context, onProgress, signal }: ResultOptions,
  draft: Pick<ImportDraft, 'file'> & Partial<ImportDraft>,
): Promise<Blob | string> {
  const reading = startSheetWorker(fields, context)
  try {
    const book = await reading.open(new Uint8Array(await draft.file.arrayBuffer()), draft.file.name, draft.options)
    if (book.hash !== batch.fileHash) return 'Ese no es el archivo de este lote.'
    const sheet = await reading.chooseSheet(draft.choice ?? { sheet: book.proposed })
    const own = Object.fromEntries(sheet.columns.flatMap(({ column, key }) => (key ? [[column, key]] : [])))
    await reading.convert({ mapping: draft.mapping ?? own, answers: draft.answers ?? {}, includeHidden: true })
    const found: Record<number, RequestStatusByRow[number]> = {}
    let done = 0
    for await (const rows of iterateRowResults(batch.id, false, signal)) {
      for (const outcome of rows) found[outcome.row] = { number: outcome.number, status: formatRowStatus(outcome) }
      done += rows.length
      onProgress(done)
    }
    return await reading.writeResultFile(kind, getResultSheetName(batch), found)
  } catch (error) {
    if (error instanceof FileReadError) return error.message
    throw error
  } finally {
    reading.close()
  }
}

/** Creates the result file from the stored values. Used if the imported file is not available. */
export async function createResultFromFormat({
  batch,
  kind,
  fields,
  context,
  onProgress,
  signal,
}: ResultOptions): Promise<Blob> {
  const reading = startSheetWorker(fields, context)
  try {
    const keys = fields.map(({ key }) => key)
    let done = 0
    for await (const outcomes of iterateRowResults(batch.id, true, signal)) {
      const rows = outcomes.map(parseStoredRow)
      const printed = rows.map((row) => formatStoredRow(row, fields))
      await reading.collectRows(
        outcomes.map((outcome, index) => [
          String(outcome.row),
          ...keys.map((key) => printed[index]?.texts[key] ?? formatUnsplitValue(key, fields, rows[index]?.values[key])),
          outcome.number,
          formatRowStatus(outcome),
        ]),
      )
      done += rows.length
      onProgress(done)
    }
    const headers = ['Fila', ...keys.map((key) => getColumnLabel(key, fields)), 'Número', 'Estado']
    return await reading.writeCollectedRows(kind, getResultSheetName(batch), headers)
  } finally {
    reading.close()
  }
}

const getResultSheetName = ({ number }: Batch) => number

/** Formats the value of a table or computed field, which no single sheet column contains. Returns empty for other fields. */
function formatUnsplitValue(key: string, fields: readonly Field[], value: Value | undefined): string {
  const field = fields.find((each) => each.key === key)
  const isWhole = field?.type === 'computed' || field?.type === 'table'
  return isWhole && value !== undefined && value !== null ? formatValue(field, value) : ''
}

/** Yields the results of all rows of a batch in order, one page at a time. `values`: includes the values of each row. */
async function* iterateRowResults(batch: string, values: boolean, signal: AbortSignal) {
  for (let after = 0; ; ) {
    const rows = await retryUntilSuccess(() => listRowResults(batch, after, { signal, ...(values && { values }) }), {
      signal,
    })
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.row
  }
}

function formatRowStatus({ status, requestStatus }: BatchRowResult): string {
  return requestStatus ? requestStatusLabels[requestStatus].label : rowStatusLabels[status]
}
