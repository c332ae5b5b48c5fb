import type { FieldKind } from './kind.ts'

/** Its rows are judged cell by cell in `checker.ts`; a text or a cell of a sheet never holds a whole table. */
export const table: FieldKind = {
  judge: () => () => ({ error: 'invalid' }),
  reader: () => () => ({ error: 'invalid' }),
  print(_field, value) {
    const rows = Array.isArray(value) ? value.length : 0
    return rows === 1 ? '1 fila' : `${rows} filas`
  },
}
