import { expect, test } from 'vitest'
import { formatBatchStatus, formatRemainingErrors } from '../../../src/batches/batch-messages.ts'
import { createRowEditor } from '../../../src/batches/rows/row-editor.ts'
import type { Batch } from '../../../src/domain/batches/batch-output.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import type { SheetWorkerClient } from '../../../src/sheets/worker/sheet-worker-client.ts'
import { formatCellError, formatDetailedCellError } from '../../../src/sheets/writing/cell-messages.ts'
import { bytesOf, convertSheet } from '../../support/sheets.ts'

const fields: Field[] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'cargo', label: 'Cargo', type: 'text' },
]

test('names unsupported characters of a cell, on screen and in the error workbook', () => {
  const sentence = 'Los documentos no pueden mostrar «東», «京». Use letras latinas.'
  const text = 'Łukasz 東京 Nguyễn'
  expect(formatCellError('nombre', 'unprintable', fields, text)).toBe(sentence)
  expect(formatDetailedCellError('nombre', { code: 'unprintable', text, suggestion: undefined }, fields)).toBe(
    `Nombre: ${sentence}`,
  )
})

test('explains why an identity document is invalid', () => {
  const documents: Field[] = [{ key: 'cedula', label: 'Cédula', type: 'idDocument', kinds: ['CC'] }]
  const sentence = (text: string) => formatCellError('cedula', 'invalid', documents, text)
  expect(sentence("'345679")).toBe("Un documento no lleva «'». Bórrelo y escriba solo números y letras.")
  expect(sentence('12#34/5')).toBe('Un documento no lleva «#», «/». Bórrelo y escriba solo números y letras.')
  expect(sentence('pendiente')).toBe('No tiene la forma de este tipo de documento. Revise sus letras y números.')
  expect(sentence('0000')).toBe('No es un número de documento. Escríbalo completo, por ejemplo 1020304050.')
})

test('suggests to correct rows only to users who may do so', () => {
  expect(formatRemainingErrors(1, true)).toBe(
    '1 fila con errores se queda en el lote: puede corregirla y enviarla después.',
  )
  expect(formatRemainingErrors(2, true)).toBe(
    '2 filas con errores se quedan en el lote: puede corregirlas y enviarlas después.',
  )
  expect(formatRemainingErrors(1, false)).toBe('1 fila con errores se queda en el lote.')
  expect(formatRemainingErrors(2, false)).toBe('2 filas con errores se quedan en el lote.')
  expect(formatRemainingErrors(0, false)).toBe('')
})

test('shows a row in the empty error filter if undo restores its error', async () => {
  const { session } = await convertSheet(fields, bytesOf('Nombre;Cargo\nAna;Jefa\n;Jefe\n'))
  // Calls methods by name, like the worker.
  const reading = new Proxy(session.rows, { get: (target, name) => Reflect.get(target, name).bind(target) })
  const editor = createRowEditor(reading as unknown as SheetWorkerClient, session.rows.getOverview(), () => undefined)
  await editor.edit(3, 'nombre', 'Luz')
  await editor.show('errors')
  expect(editor.store.getState().count).toBe(0)
  await editor.undo()
  expect(editor.store.getState()).toMatchObject({ count: 1, overview: { error: 1 } })
})

test('formats a time with a non-breaking space and one full stop', () => {
  const done = { status: 'completed', createdCount: 120, errorCount: 0, finishedAt: '2026-11-20 18:05:00.000Z' }
  expect(formatBatchStatus(done as Batch, 0, true)).toMatch(
    /^120 solicitudes creadas el [\d/]+, \d+:05\u00a0[ap]\.\u00a0m\.$/,
  )
})
