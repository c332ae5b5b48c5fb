import { attachmentIn, attachmentsIn, fileFault, mostFiles } from '../attachment.ts'
import type { Column, Row, Value } from '../field.ts'
import { countBound } from './bound.ts'
import { inOneLine } from './choice.ts'
import type { FieldKind, Judge } from './kind.ts'

/** Whether the files are there, and whose, the server alone can say. */
function judge(field: Column): Judge {
  const least = countBound(field.min, 0)
  const most = Math.min(countBound(field.max, mostFiles), mostFiles)
  return (value) => {
    if (!Array.isArray(value) || value.length > 1_000) return { error: 'invalid' }
    const files = value.map(attachmentIn)
    if (files.includes(undefined)) return { error: 'invalid' }
    const kept = [...new Map(attachmentsIn(value).map((file) => [file.id, file])).values()]
    if (kept.length > most) return { error: 'max' }
    if (kept.length < least) return { error: 'min' }
    const fault = kept.map((file) => fileFault(field, file)).find((found) => found !== null)
    return fault ? { error: fault } : { value: kept.map((file): Row => ({ ...file })) }
  }
}

const namesIn = (value: Value): string[] => attachmentsIn(value).map(({ name }) => name)

export const file: FieldKind = {
  judge,
  reader: () => () => ({ error: 'invalid' }),
  /** The names, as those of several options are printed. */
  print: (_field, value, style) => inOneLine(namesIn(value), style),
}
