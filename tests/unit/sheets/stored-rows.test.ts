import { expect, test } from 'vitest'
import type { Field, Values } from '../../../src/domain/fields/field.ts'
import { validateValues } from '../../../src/domain/fields/values.ts'
import { initialFormats } from '../../../src/domain/formats/seed/initial-formats.ts'
import type { StoredBatchRow } from '../../../src/sheets/validation/stored-rows.ts'
import { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { exampleOf } from '../../support/example-documents.ts'

const context = { today: '2026-11-21', country: 'CO' }

function opened(rows: readonly StoredBatchRow[], fields: readonly Field[]) {
  const session = new SheetSession(fields, context)
  session.openRows(rows)
  return session
}

test.each(initialFormats)('reads stored rows of $code unchanged', ({ fields }) => {
  const values = exampleOf(fields) as Values
  const session = opened([{ row: 7, values, errors: {} }], fields)
  const sent = session.rows.getRowChunk(0).rows[0]
  const judged = validateValues(fields, values, context).values
  for (const { key, type } of fields)
    if (type !== 'computed' && type !== 'table') expect(sent?.values[key]).toEqual(judged[key])
  expect(sent?.row).toBe(7)
})

const carta = initialFormats.find(({ code }) => code === 'CL')?.fields ?? []
const good: Values = { ...(exampleOf(carta) as Values), numero_documento: '0012345678' }

test('keeps the text of invalid cells, and errors of the server until corrected', () => {
  const session = opened(
    [
      { row: 3, values: { ...good, fecha_ingreso: '31/02/2020' }, errors: { fecha_ingreso: 'date' } },
      { row: 9, values: good, errors: { numero_documento: 'duplicate' } },
      { row: 12, values: {}, errors: { '*': 'row' } },
    ],
    carta,
  )
  session.rows.applyFilter('errors')
  expect(session.rows.getOverview()).toMatchObject({ total: 3, error: 3 })
  expect(session.rows.getRows(0, 1)[0]?.cells.fecha_ingreso).toMatchObject({ text: '31/02/2020', error: 'date' })
  expect(session.rows.edit(9, 'numero_documento', '0012345679').status).toBe('valid')
  session.rows.edit(3, 'fecha_ingreso', '28/02/2020')
  expect(session.rows.edit(3, 'cargo', 'Tesorera').status).toBe('valid')
  const { sent, discarded } = session.rows.getUnsavedRows()
  expect(sent.map(({ row, values }) => [row, values.numero_documento, values.cargo])).toEqual([
    [9, '0012345679', good.cargo],
    [3, '0012345678', 'Tesorera'],
  ])
  expect(discarded).toEqual([])
  session.rows.discard([9])
  session.rows.markRowsSaved()
  expect(session.rows.getUnsavedRows()).toMatchObject({ sent: [], discarded: [9] })
})

test('redoes an undone change', () => {
  const session = opened([{ row: 3, values: { ...good, cargo: '' }, errors: { cargo: 'required' } }], carta)
  session.rows.edit(3, 'cargo', 'Tesorera')
  expect(session.rows.undo()).toBe(1)
  expect(session.rows.getOverview()).toMatchObject({ error: 1, undoable: 0, redoable: 1 })
  expect(session.rows.redo()).toBe(1)
  expect(session.rows.getOverview()).toMatchObject({ error: 0, undoable: 1, redoable: 0 })
  session.rows.undo()
  session.rows.discard([3])
  expect(session.rows.getOverview()).toMatchObject({ discarded: 1, redoable: 0 })
})

test('keeps an invalid cell unchanged when other cells are corrected', () => {
  const wrong = { salario_mensual: '1.500', fecha_ingreso: '3 de abrlo' }
  const errors = { salario_mensual: 'min', fecha_ingreso: 'date', cargo: 'required' }
  const { salario_mensual, fecha_ingreso, cargo, ...values } = good
  const session = opened([{ row: 3, values, wrong, errors }], carta)
  expect(session.rows.getRows(0, 1)).toEqual([])
  session.rows.applyFilter('errors')
  const [view] = session.rows.getRows(0, 1)
  expect(view?.cells.salario_mensual).toMatchObject({ text: '1.500', error: 'min' })
  expect(view?.cells.fecha_ingreso).toMatchObject({ text: '3 de abrlo', error: 'date' })
  session.rows.edit(3, 'cargo', 'Tesorera')
  expect(session.rows.getUnsavedRows().sent).toEqual([{ row: 3, values: { ...values, cargo: 'Tesorera' }, wrong }])
  session.rows.edit(3, 'salario_mensual', '1.500.000')
  session.rows.edit(3, 'fecha_ingreso', '3 de abril de 2020')
  const [sent] = session.rows.getUnsavedRows().sent
  expect(sent).toEqual({
    row: 3,
    values: { ...values, cargo: 'Tesorera', salario_mensual: '1500000.00', fecha_ingreso: '2020-04-03' },
  })
})

test('keeps surplus cells until the row is accepted', () => {
  const stored = { row: 8, values: good, wrong: { '*1': 'Abril', '*2': '=2+2' }, errors: { '*': 'row' } }
  const session = opened([stored], carta)
  session.rows.applyFilter('errors')
  expect(session.rows.getRows(0, 1)[0]).toMatchObject({ errors: { '*': 'row' }, surplus: ['Abril', '=2+2'] })
  expect(session.rows.getRows(0, 1)[0]?.cells.cargo?.text).toBe(good.cargo)
  session.rows.edit(8, 'cargo', 'Tesorera')
  expect(session.rows.getUnsavedRows().sent[0]).toMatchObject({ values: { cargo: 'Tesorera' }, wrong: stored.wrong })
  expect(session.rows.getErrorRows().rows[0]?.surplus).toEqual(['Abril', '=2+2'])
  session.rows.accept([8])
  expect(session.rows.getOverview()).toMatchObject({ valid: 1, error: 0 })
  expect(session.rows.getUnsavedRows().sent[0]).not.toHaveProperty('wrong')
  session.rows.undo()
  expect(session.rows.getOverview()).toMatchObject({ valid: 0, error: 1 })
})

test('opens rows with as many columns as a sheet allows, with any row number', () => {
  const wide = Array.from({ length: 200 }, (_, i): Field => ({ key: `dato_${i}`, label: `Dato ${i}`, type: 'text' }))
  const values = Object.fromEntries(wide.map(({ key }) => [key, `texto de ${key}`]))
  const session = opened(
    [
      { row: 2, values: {}, errors: { dato_0: 'required' } },
      { row: 100_000, values, errors: { dato_199: 'duplicate' } },
    ],
    wide,
  )
  session.rows.applyFilter('all')
  expect(session.rows.getOverview()).toMatchObject({ total: 2, error: 2, ignoredBlank: 0, offered: [] })
  expect(session.rows.getRows(0, 2).map(({ row }) => row)).toEqual([2, 100_000])
  expect(session.rows.getRows(1, 2)[0]?.cells.dato_199).toEqual({ text: 'texto de dato_199', error: 'duplicate' })
})

test('never offers a stored row as a total', () => {
  const fields: Field[] = [
    { key: 'nombre', label: 'Nombre', type: 'text' },
    { key: 'valor', label: 'Valor', type: 'integer' },
  ]
  const session = opened(
    [{ row: 5, values: { nombre: 'Total', valor: '1234' }, errors: { nombre: 'duplicate' } }],
    fields,
  )
  expect(session.rows.getOverview().offered).toEqual([])
})

test('warns about an ambiguous date of a row whose other date was month-first', () => {
  const fields: Field[] = [
    { key: 'inicio', label: 'Inicio', type: 'date' },
    { key: 'fin', label: 'Fin', type: 'date' },
  ]
  const values = { inicio: '2025-01-12', fin: '11/20/2026' }
  const session = opened(
    [{ row: 3, values: { inicio: values.inicio }, wrong: { fin: values.fin }, errors: { fin: 'date' } }],
    fields,
  )
  const chosen = session.rows.edit(3, 'fin', '20 de noviembre de 2026')
  expect([chosen.status, chosen.cells.inicio]).toEqual(['valid', { text: '12/01/2025', warning: 'monthFirst' }])
})
