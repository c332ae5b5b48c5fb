import { expect, test } from 'vitest'
import { getJoinedFieldKeys, selectListJoins, toNamedListJoins } from '../../../src/batches/list-joins.ts'
import { getColumnMapping } from '../../../src/domain/batches/column-matching.ts'
import type { Field, Values } from '../../../src/domain/fields/field.ts'
import type { ListColumn } from '../../../src/domain/lists/list.ts'
import { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { bytesOf, context } from '../../support/sheets.ts'

const columns: ListColumn[] = [
  { key: 'cedula', label: 'Cédula', type: 'idDocument' },
  { key: 'nombre', label: 'Nombre', type: 'text' },
  { key: 'sueldo', label: 'Sueldo', type: 'money' },
  { key: 'celular', label: 'Celular', type: 'phone' },
]
const list = { id: 'l'.repeat(15), name: 'Empleados', keyColumn: 'cedula', columns }
const binding = {
  id: list.id,
  column: 'nombre',
  fills: [
    { key: 'documento', column: 'cedula' },
    { key: 'salario', column: 'sueldo' },
    { key: 'telefono', column: 'celular' },
  ],
}
const fieldsWith = (fixed?: boolean): Field[] => [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true, list: { ...binding, ...(fixed && { fixed }) } },
  { key: 'documento', label: 'Cédula', type: 'idDocument', required: true, kinds: ['CC'] },
  { key: 'salario', label: 'Salario', type: 'money', required: true },
  { key: 'telefono', label: 'Teléfono', type: 'phone' },
  { key: 'motivo', label: 'Motivo', type: 'text' },
]
const records: Record<string, Values> = {
  '0012345678': { cedula: '0012345678', nombre: 'Inés Peña', sueldo: '2500000.00', celular: '+573001234567' },
  '1020304050': { cedula: '1020304050', nombre: 'Luis Ñandú', sueldo: '1800000.00' },
}

/** Joins a sheet with a list and returns the requested keys. */
async function joined(csv: string, { fixed = false, choices = {} as Record<string, boolean> } = {}) {
  const fields = fieldsWith(fixed)
  const session = new SheetSession(fields, context)
  await session.open(bytesOf(csv), 'a.csv')
  const mapping = getColumnMapping(session.chooseSheet({ sheet: 0 }).columns)
  const joins = selectListJoins({ mapping, joins: choices }, fields, [list])
  const asked: string[][] = []
  const learn = () => {
    for (const { list: id, keys } of session.getMissingRecordKeys()) {
      asked.push(keys)
      const found = keys.flatMap((key) => (records[key] ? [{ key, values: records[key] }] : []))
      session.addListRecords({ list: id, keys }, found)
    }
  }
  session.setListJoins(toNamedListJoins(joins, [list]), mapping)
  learn()
  session.convert({ mapping })
  session.rows.applyFilter('all')
  const sent = () => session.rows.getRowChunk(0).rows
  const rows = () => session.rows.getRows(0, 100)
  return { session, joins, asked, learn, sent, rows, overview: () => session.rows.getOverview() }
}

test('fills rows from keys alone, whatever their spelling, with one lookup per key', async () => {
  const { asked, sent, joins, overview } = await joined('Cédula;Motivo\n00 12.345.678;a\n1.020.304.050;b\n1020304050;c')
  expect(getJoinedFieldKeys(joins)).toEqual(['nombre', 'salario', 'telefono'])
  expect(asked).toEqual([['0012345678', '1020304050']])
  expect(overview()).toMatchObject({ valid: 3, error: 0 })
  const luis = { documento: '1020304050', nombre: 'Luis Ñandú', salario: '1800000.00' }
  expect(sent().map(({ values }) => values)).toEqual([
    { documento: '0012345678', nombre: 'Inés Peña', salario: '2500000.00', telefono: '+573001234567', motivo: 'a' },
    { ...luis, motivo: 'b' },
    { ...luis, motivo: 'c' },
  ])
})

test('reports an unknown key as the only error of its row and looks up a typed key once', async () => {
  const { session, learn, asked, rows, sent } = await joined('Cédula\n999111222\n1020304050\n')
  const [unknown, known] = rows()
  expect(unknown).toMatchObject({ status: 'error', cells: { documento: { error: 'list.unknown' } }, errors: {} })
  expect(unknown?.cells.nombre).toEqual({ text: '' })
  expect(known?.cells.nombre).toEqual({ text: 'Luis Ñandú', listed: { name: 'Empleados', fixed: false } })
  expect(session.rows.getOverview().groups).toMatchObject([{ key: 'documento', code: 'list.unknown', count: 1 }])
  session.rows.edit(2, 'documento', '0012345678')
  expect(session.getMissingRecordKeys()).toMatchObject([{ keys: ['0012345678'] }])
  learn()
  expect(session.rows.getRow(2).view).toMatchObject({ status: 'valid', cells: { nombre: { text: 'Inés Peña' } } })
  session.rows.edit(3, 'documento', '12.345.678')
  learn()
  session.rows.edit(3, 'documento', '0012345678')
  expect(session.getMissingRecordKeys()).toEqual([])
  expect(asked).toEqual([['999111222', '1020304050'], ['0012345678'], ['12345678']])
  session.rows.undo()
  session.rows.undo()
  expect(sent()[1]?.values).toMatchObject({ documento: '1020304050', nombre: 'Luis Ñandú' })
})

test('keeps filled cells and fills empty cells only if the list was chosen', async () => {
  const csv = 'Cédula;Nombre;Salario\n1020304050;Otro;\n0012345678;;7.000'
  const plain = await joined(csv)
  expect(getJoinedFieldKeys(plain.joins)).toEqual(['telefono'])
  expect(plain.overview()).toMatchObject({ error: 2 })
  const { sent, rows } = await joined(csv, { choices: { nombre: true, salario: true, telefono: false } })
  expect(sent().map(({ values }) => values)).toEqual([
    { documento: '1020304050', nombre: 'Otro', salario: '1800000.00' },
    { documento: '0012345678', nombre: 'Inés Peña', salario: '7000.00' },
  ])
  expect(rows()[0]?.cells.nombre).toEqual({ text: 'Otro' })
})

test('overwrites fixed fields with the values of the list', async () => {
  const { session, sent, rows } = await joined('Cédula;Nombre;Salario\n1020304050;Otro;mucho', { fixed: true })
  expect(sent()).toEqual([{ row: 2, values: { documento: '1020304050', nombre: 'Luis Ñandú', salario: '1800000.00' } }])
  expect(rows()[0]?.cells.salario).toMatchObject({ listed: { fixed: true } })
  session.rows.edit(2, 'nombre', 'Otra vez')
  expect(sent()[0]?.values.nombre).toBe('Luis Ñandú')
  session.rows.edit(2, 'documento', '999111222')
  session.addListRecords({ list: list.id, keys: ['999111222'] }, [])
  expect(session.rows.getRow(2).view.cells.documento).toMatchObject({ error: 'list.unknown' })
})

test('joins by another column of the list, except for repeated values', async () => {
  const others: ListColumn[] = [{ key: 'codigo', label: 'Código', type: 'text' }, ...columns]
  const known = { ...list, columns: others }
  const fields: Field[] = [
    {
      key: 'codigo',
      label: 'Código',
      type: 'text',
      list: {
        ...binding,
        match: 'codigo',
        column: 'codigo',
        fills: [
          { key: 'nombre', column: 'nombre' },
          { key: 'documento', column: 'cedula' },
        ],
      },
    },
    { key: 'nombre', label: 'Nombre', type: 'text', required: true },
    { key: 'documento', label: 'Cédula', type: 'idDocument', required: true, kinds: ['CC'] },
  ]
  const session = new SheetSession(fields, context)
  await session.open(bytesOf('Código;Nombre\nE-0042;\ne 0042;\nE-7;\nE-9;'), 'a.csv')
  const mapping = getColumnMapping(session.chooseSheet({ sheet: 0 }).columns)
  const joins = toNamedListJoins(selectListJoins({ mapping, joins: { nombre: true } }, fields, [known]), [known])
  expect(session.setListJoins(joins, mapping)).toEqual([
    { list: list.id, column: 'codigo', keys: ['e0042', 'e7', 'e9'] },
  ])
  const values = { ...records['1020304050'], codigo: 'E-0042' }
  session.addListRecords({ list: list.id, column: 'codigo', keys: ['e0042', 'e7', 'e9'] }, [
    { key: 'e0042', values },
    { key: 'e7', values: null },
  ])
  session.convert({ mapping })
  session.rows.applyFilter('all')
  const rows = session.rows.getRows(0, 100)
  expect(rows[0]).toMatchObject({ status: 'valid', cells: { nombre: { text: 'Luis Ñandú' } } })
  expect(rows.slice(2).map(({ cells }) => cells.codigo?.error)).toEqual(['list.several', 'list.unknown'])
  session.rows.edit(4, 'nombre', 'Eva')
  session.rows.edit(4, 'documento', '52000222')
  expect(session.rows.getRow(4).view.status).toBe('valid')
})

test('corrects stored rows when their list contains the key', async () => {
  const fields = fieldsWith()
  const session = new SheetSession(fields, context)
  const joins = toNamedListJoins(selectListJoins({ mapping: { 0: 'documento' }, joins: {} }, fields, [list]), [list])
  const errors = { documento: 'list.unknown' }
  const stored = [
    { row: 4, values: { documento: '1020304050' }, errors },
    { row: 9, values: { documento: '999111222' }, errors },
  ]
  session.openRows(stored, joins)
  const [wanted] = session.getMissingRecordKeys()
  expect(wanted?.keys).toEqual(['1020304050', '999111222'])
  session.addListRecords({ list: list.id, keys: ['1020304050', '999111222'] }, [
    { key: '1020304050', values: records['1020304050'] ?? {} },
  ])
  expect(session.rows.getOverview()).toMatchObject({ valid: 1, error: 1 })
  expect(session.rows.getUnsavedRows().sent).toEqual([
    { row: 4, values: { documento: '1020304050', nombre: 'Luis Ñandú', salario: '1800000.00' } },
  ])
})
