import type { ListInput } from '../domain/lists/list.ts'
import { listSchema } from '../domain/lists/list-input.ts'

/**
 * Validates a list. Returns error codes by control, e.g. `columns.0.label`. A column without a name has no error of its
 * key, because the key is derived from the name.
 */
export function validateList(input: ListInput): Record<string, string> {
  const found: Record<string, string> = {}
  for (const { path, message } of listSchema.safeParse(input).error?.issues ?? []) {
    const at = path.join('.').replace(/^(columns\.\d+)\.key$/, '$1.label')
    if (!found[at] || message === 'required') found[at] = message
  }
  // Drops the error about equal columns if a column has another error, because unnamed columns would also count as
  // equal.
  if (Object.keys(found).some((at) => at.startsWith('columns.'))) delete found.columns
  return found
}

/** Labels of the controls, in display order. A list has 30 columns at most. */
export const listLabels: Record<string, string> = {
  name: 'Nombre',
  ...Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`columns.${index}.label`, `Columna ${index + 1}`])),
  columns: 'Columnas',
  keyColumn: 'Cada registro se identifica con',
  access: 'Quién la ve',
  groups: 'Grupos',
}
