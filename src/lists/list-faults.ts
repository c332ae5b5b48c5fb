import type { ListInput } from '../domain/lists/list.ts'
import { listInput } from '../domain/lists/list-input.ts'

/** Codes by the control that mends it (`columns.0.label`); of a column without a name nothing else is said, since its key follows its name. */
export function listFaults(input: ListInput): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of listInput.safeParse(input).error?.issues ?? []) {
    const at = path.join('.').replace(/^(columns\.\d+)\.key$/, '$1.label')
    if (!found[at] || message === 'required') found[at] = message
  }
  // Two that have no name yet are not two of one name.
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

/** What the summary calls a control: «Columna 2». */
export function listLabelOf(at: string): string {
  const place = /^columns\.(\d+)\./.exec(at)?.[1]
  return place === undefined ? (labels[at] ?? at) : `Columna ${Number(place) + 1}`
}
