import { type Attachment, parseAttachments } from '../../domain/attachments/attachment.ts'
import { findColumnTarget } from '../../domain/batches/column-matching.ts'
import type { Field } from '../../domain/fields/field.ts'
import { isNumericField } from '../../domain/fields/field-types.ts'
import { type Sheet, SheetBuilder } from '../files/sheet.ts'
import { StringTable } from '../files/string-table.ts'
import { getQuestionId, type QuestionAnswers } from '../reading/column-question.ts'
import type { StoredRowData } from './sheet-conversion.ts'
import { type FormattedRow, formatStoredRow, type StoredBatchRow } from './stored-rows.ts'

export interface StoredRowSheet {
  /** Sheet without headers. Its row numbers are the row numbers of the batch. */
  sheet: Sheet
  /** Key of each column, in the order of the format. */
  keys: string[]
  rows: FormattedRow[]
  /** Answers to column questions for the format in which the texts were written, so that the user is not asked. */
  answers: QuestionAnswers
  /** Stored data of rows that cells cannot represent, by row number. */
  held: Map<number, StoredRowData>
  /** Files on the server, by row index (`place`) and field `key`. */
  files: { place: number; key: string; files: Attachment[] }[]
}

/** Builds a sheet from the stored rows of a batch. Throws a `FileReadError` if there are more columns than a sheet may have. */
export function buildStoredRowSheet(batchRows: readonly StoredBatchRow[], fields: readonly Field[]): StoredRowSheet {
  const inOrder = [...batchRows].sort((a, b) => a.row - b.row)
  const rows = inOrder.map((row) => formatStoredRow(row, fields))
  const keys = listColumnKeys(rows, fields)
  const builder = new SheetBuilder('', new StringTable(), [], 1900)
  for (const { row, texts } of rows) {
    builder.startRow(row, false)
    keys.forEach((key, column) => {
      builder.setText(column, texts[key] ?? '')
    })
    builder.keepRow()
    builder.endRow()
  }
  const held = new Map(rows.map((row, index) => [row.row, getStoredRowData(row, inOrder[index]?.wrong ?? {}, fields)]))
  return {
    sheet: builder.finish(),
    keys,
    rows,
    answers: createDefaultAnswers(keys, fields),
    held,
    files: listStoredFiles(inOrder, fields),
  }
}

function listColumnKeys(rows: readonly FormattedRow[], fields: readonly Field[]): string[] {
  const seen = new Set(rows.flatMap(({ texts, errors }) => [...Object.keys(texts), ...Object.keys(errors)]))
  const targets = [...seen].flatMap((key) => findColumnTarget(key, fields) ?? [])
  const inOrder = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true })
  return fields.flatMap((field) =>
    targets.flatMap(({ key, table }) => (key === field.key || table?.key === field.key ? [key] : [])).sort(inOrder),
  )
}

/** Returns the stored data of a row. Omits errors of file cells, because the user may still add the files. */
function getStoredRowData(
  { errors, surplus }: FormattedRow,
  wrong: Readonly<Record<string, string>>,
  fields: readonly Field[],
) {
  const isKept = (key: string) => Object.hasOwn(wrong, key) && findColumnTarget(key, fields)?.field.type !== 'file'
  return { surplus, errors: Object.fromEntries(Object.entries(errors).filter(([key]) => isKept(key))) }
}

/** Returns the files of all rows, except fields whose files no longer exist on the server. */
function listStoredFiles(rows: readonly StoredBatchRow[], fields: readonly Field[]): StoredRowSheet['files'] {
  return rows.flatMap(({ values, errors }, place) =>
    fields.flatMap(({ key, type }) => {
      const files = type === 'file' && errors[key] !== 'attachment.unknown' ? parseAttachments(values[key]) : []
      return files.length > 0 ? [{ place, key, files }] : []
    }),
  )
}

function createDefaultAnswers(keys: readonly string[], fields: readonly Field[]): QuestionAnswers {
  const answers: Record<string, string> = {}
  keys.forEach((key, column) => {
    const field = findColumnTarget(key, fields)?.field
    if (field && isNumericField(field)) answers[getQuestionId({ column, kind: 'decimal' })] = ','
    if (field?.type === 'date') {
      answers[getQuestionId({ column, kind: 'dateOrder' })] = 'dmy'
      answers[getQuestionId({ column, kind: 'swapped' })] = 'no'
    }
    if (field?.type === 'idDocument') answers[getQuestionId({ column, kind: 'zeros' })] = 'no'
  })
  return answers
}
