import { expect, test } from 'vitest'
import type { ListInput } from '../../src/domain/lists/list.ts'
import { validateList } from '../../src/lists/list-dialog.tsx'

const list = (columns: [key: string, label: string][], name = 'Empleados'): ListInput => ({
  name,
  columns: columns.map(([key, label]) => ({ key, label, type: 'text' })),
  keyColumn: columns[0]?.[0] ?? '',
  access: 'admins',
  groups: [],
})

test.each([
  [list([['cedula', 'Cédula']]), {}],
  [list([['cedula', 'Cédula']], ''), { name: 'required' }],
  [list([['cedula', 'Cédula']], 'E'.repeat(200)), { name: 'length' }],
  // Errors of the hidden key are shown at the name, and two empty names do not count as equal.
  [
    list([
      ['', ''],
      ['', ''],
    ]),
    { 'columns.0.label': 'required', 'columns.1.label': 'required' },
  ],
  [list([['', '¿?']]), { 'columns.0.label': 'format.key' }],
  [
    list([
      ['nombre', 'Nombre'],
      ['nombre', 'Nombre'],
    ]),
    { columns: 'list.columns' },
  ],
])('reports each error of a list at its editable field: %#', (input, errors) => {
  expect(validateList(input)).toEqual(errors)
})
