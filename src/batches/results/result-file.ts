import type { Batch } from '../../domain/batch.ts'
import type { Context, Field, Value } from '../../domain/field.ts'
import { printValue } from '../../domain/values.ts'
import type { ImportDraft } from '../drafts.ts'
import { rowsOf } from '../queries.ts'
import { startReading } from '../reading/client.ts'
import type { FileKind } from '../reading/protocol.ts'
import { storedRows } from '../reading/stored-rows.ts'
import { headerOfKey } from '../writing/sheet-columns.ts'
import { outcomesOf } from './outcomes.ts'

interface Wanted {
  batch: Batch
  kind: FileKind
  fields: readonly Field[]
  context: Context
  tell: (done: number) => void
  signal: AbortSignal
}

/** The file of which the batch was made, read as it was then: its own columns, then number and status. */
export async function resultOfFile(
  { batch, kind, fields, context, tell, signal }: Wanted,
  kept: Pick<ImportDraft, 'file'> & Partial<ImportDraft>,
): Promise<Blob> {
  const reading = startReading(fields, context)
  try {
    const book = await reading.open(new Uint8Array(await kept.file.arrayBuffer()), kept.file.name, kept.options)
    if (book.hash !== batch.fileHash) throw new OtherFile()
    const sheet = await reading.chooseSheet(kept.choice ?? { sheet: book.proposed })
    const own = Object.fromEntries(sheet.columns.flatMap(({ column, key }) => (key ? [[column, key]] : [])))
    await reading.convert({ mapping: kept.mapping ?? own, answers: kept.answers ?? {}, includeHidden: true })
    return await reading.resultsFile(kind, sheetName(batch), await outcomesOf(batch, tell, signal))
  } finally {
    reading.close()
  }
}

/** Without the file: the format's columns as the server keeps them. */
export async function resultOfFormat({ batch, kind, fields, context, tell, signal }: Wanted): Promise<Blob> {
  const reading = startReading(fields, context)
  try {
    const outcomes = await outcomesOf(batch, tell, signal)
    const keys = fields.map(({ key }) => key)
    for (const status of ['created', 'valid', 'error', 'discarded'] as const)
      for await (const rows of rowsOf(batch.id, status, 'row,values,errors')) {
        signal.throwIfAborted()
        const { rows: printed } = storedRows(rows, fields)
        await reading.collect(
          printed.map(({ row, texts }, place) => [
            String(row),
            ...keys.map((key) => texts[key] ?? wholeText(key, fields, rows[place]?.values[key])),
            outcomes[row]?.number ?? '',
            outcomes[row]?.status ?? '',
          ]),
        )
      }
    const headers = ['Fila', ...keys.map((key) => headerOfKey(key, fields)), 'Número', 'Estado']
    return await reading.tableFile(kind, sheetName(batch), headers)
  } finally {
    reading.close()
  }
}

/** The chosen file is not the one of the batch. */
export class OtherFile extends Error {}

const sheetName = ({ number }: Batch) => number

/** Tables and what is computed have no cell of their own in a sheet. */
function wholeText(key: string, fields: readonly Field[], value: Value | undefined): string {
  const field = fields.find((each) => each.key === key)
  const isWhole = field?.type === 'computed' || field?.type === 'table'
  return isWhole && value !== undefined && value !== null ? printValue(field, value) : ''
}
