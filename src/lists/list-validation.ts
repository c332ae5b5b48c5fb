import type { ListInput } from '../domain/lists/list.ts'
import { listInput } from '../domain/lists/list-input.ts'

/**
 * Returns error codes by control (`columns.0.label`). A column without a name has one error only, because its key is derived from the
 * name.
 */
export function validateList(input: ListInput): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of listInput.safeParse(input).error?.issues ?? []) {
    const at = path.join('.').replace(/^(columns\.\d+)\.key$/, '$1.label')
    if (!found[at] || message === 'required') found[at] = message
  }
  // Two unnamed columns are not reported as duplicates.
  if (Object.keys(found).some((at) => at.startsWith('columns.'))) delete found.columns
  return found
}

const labels: Record<string, string> = {
  name: 'Nombre',
  columns: 'Columnas',
  keyColumn: 'Cada registro se identifica con',
  access: 'Quién la ve',
  groups: 'Grupos',
}

/** Returns the label of a control in the error summary: `columns.1.label` → «Columna 2». */
export function getListControlLabel(at: string): string {
  const place = /^columns\.(\d+)\./.exec(at)?.[1]
  return place === undefined ? (labels[at] ?? at) : `Columna ${Number(place) + 1}`
}
