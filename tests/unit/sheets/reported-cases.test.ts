import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { cartaLaboral } from '../../../src/domain/formats/seed/carta-laboral.ts'
import { bytesOf, convertSheet } from '../../support/sheets.ts'

const reportedCase = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/cases', name)))

describe('not-calculated-yet.csv', () => {
  test('reports each word of a program in place of a name as an error', async () => {
    const { session, rows, overview } = await convertSheet(cartaLaboral.fields, reportedCase('not-calculated-yet.csv'))
    expect(overview).toMatchObject({ total: 21, valid: 0, error: 21 })
    expect(rows.map(({ cells }) => cells.nombre_completo?.error)).toEqual(Array(21).fill('excelError'))
    const sent = session.rows.getRowChunk(0).rows
    expect(sent.map(({ values, wrong }) => [values.nombre_completo, typeof wrong?.nombre_completo])).toEqual(
      Array(21).fill([undefined, 'string']),
    )
  })

  test('takes «N/A» in an optional text, where a person may write it', async () => {
    const fields: Field[] = [
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'nota', label: 'Nota', type: 'text' },
    ]
    const { rows } = await convertSheet(fields, bytesOf('Nombre;Nota\nAna;N/A\nn/d;x\n'))
    expect(rows.map(({ cells }) => [cells.nombre?.error, cells.nota?.error])).toEqual([
      [undefined, undefined],
      ['excelError', undefined],
    ])
  })
})
