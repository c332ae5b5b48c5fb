import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { cartaLaboral } from '../../support/initial-formats.ts'
import { bytesOf, convertSheet } from '../../support/sheets.ts'

const reportedCase = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../fixtures/cases', name)))

describe.each(['e-cp850.csv', 'e-cp437.csv'])('%s', (name) => {
  test('is offered in the code page of DOS, with a sample', async () => {
    const { book } = await convertSheet(cartaLaboral.fields, reportedCase(name))
    expect(book.csv?.encoding).toBe('windows-1252')
    expect(book.mojibake).toMatchObject({ repaired: 'BEGOÑA MUÑOZ PEÑA', encoding: 'ibm850' })
  })

  test('is read right in both code pages of DOS', async () => {
    for (const encoding of ['ibm850', 'ibm437'] as const) {
      const { rows, book } = await convertSheet(cartaLaboral.fields, reportedCase(name), { options: { encoding } })
      expect(book.mojibake).toBeUndefined()
      expect(rows.map(({ cells }) => cells.ciudad_expedicion?.text)).toEqual([
        'MEDELLIN',
        'Popayán',
        'Ibagué',
        'Cúcuta',
      ])
      expect(rows[0]?.cells.nombre_completo).toEqual({ text: 'BEGOÑA MUÑOZ PEÑA' })
    }
  })
})

describe('encoding of eight-bit letters', () => {
  const fields: Field[] = [{ key: 'nombre', label: 'Nombre', type: 'text' }]
  /** Returns the offer for cells that are stored byte by byte; `\x96` is the byte 96. */
  const offerFor = async (...cells: string[]) => {
    const { mojibake } = await readWorkbook(Buffer.from(`Nombre\n${cells.join('\n')}\n`, 'latin1'), 'x', { fields })
    return mojibake && [mojibake.encoding, mojibake.repaired]
  }

  test.each<[string, string[], string]>([
    ['ibm850', ['Mar\xa1a'], 'María'],
    ['ibm850', ['GARC\xd6A'], 'GARCÍA'],
    ['ibm850', ['JES\xe9S'], 'JESÚS'],
    ['ibm850', ['Bogot\xa0'], 'Bogotá'],
    ['ibm850', ['Jos\x82 P\x82rez'], 'José Pérez'],
    ['ibm850', ['\xb5lvaro', 'Ana'], 'Álvaro'],
    ['ibm850', ['cig\x81e\xa4a'], 'cigüeña'],
    ['macintosh', ['Mu\x96oz'], 'Muñoz'],
    ['macintosh', ['Mar\x92a', 'Rinc\x97n'], 'María'],
    ['macintosh', ['MU\x84OZ'], 'MUÑOZ'],
    ['macintosh', ['\xe7lvaro Jim\x8enez'], 'Álvaro Jiménez'],
  ])('offers %s for %j', async (encoding, cells, repaired) => {
    expect(await offerFor(...cells)).toEqual([encoding, repaired])
  })

  test.each([
    [['Cali\x96Bogot\xe1']],
    [['Cali\x96Bogota']],
    [['CALI\x96BOGOTA']],
    [['lunes\x96viernes']],
    [['O\x92Brien']],
    [['McDonald\x92s']],
    [['Ana\xa0Perez']],
    [['Mu\xf1oz', 'carta\xa0de\xa0recomendaci\xf3n', 'd\x92Alembert']],
    [['Fran\xe7ois', 'S\xe3o Paulo', 'Bj\xf6rn', 'Jos\xe9']],
    [['\xe9poca', '\xe0 la carte', '\x80 5 \x96 7', '\xa1Atenci\xf3n!', '5\xaa', 'N\xba 3', '30\xb0']],
    [['JOS\xc9 MU\xd1OZ \xc1VILA', '\x93CA\xd1A\x94']],
  ])('offers nothing for Windows-1252: %j', async (cells) => {
    expect(await offerFor(...cells)).toBeUndefined()
  })
})

describe('paged report', () => {
  test('offers its titles, headers and notes for discarding, like its total', async () => {
    const { overview } = await convertSheet(cartaLaboral.fields, reportedCase('paged-report.csv'))
    expect(overview.offered).toEqual([
      { row: 7, why: 'report' },
      { row: 8, why: 'report' },
      { row: 9, why: 'report' },
      { row: 11, why: 'total' },
      { row: 12, why: 'report' },
    ])
    expect(overview).toMatchObject({ total: 8, valid: 3 })
  })

  const fields = ['Nombre', 'Cargo', 'Ciudad'].map(
    (label): Field => ({ key: label.toLowerCase(), label, type: 'text' }),
  )

  test('offers them too if every field is a text, so that they are valid rows', async () => {
    const { overview, session } = await convertSheet(fields, reportedCase('paged-report-text-only.csv'))
    expect(overview.offered).toEqual([4, 6, 7].map((row) => ({ row, why: 'report' })))
    session.rows.discard([4, 6, 7])
    expect(session.rows.getOverview()).toMatchObject({ offered: [], discarded: 3, valid: 4 })
  })

  test.each([
    ['Página 2 de 3'],
    ['pág. 4;;'],
    ['PAGE 2 OF 3;;28/11/2026'],
    ['Impreso el 28/11/2026;3:15 p. m.;'],
    ['Fecha de impresión: 28/11/2026;;Usuario: ADMIN'],
    ['Generado por SIESA;;Página 1'],
    ['Elaboró: Ana Ruiz;Revisó: Luis Gil;Aprobó:'],
    ['______________;;______________'],
    ['Firma autorizada;;'],
    ['*** Fin del reporte ***;;'],
    ['3 registros;;'],
    ['-------;-------;-------'],
    ['nombre;CARGO;'],
    ['Pág: 2/3'],
    ['Reporte generado el 28/11/2026;;'],
    ['Continúa en la página 3'],
    ['FIN'],
    ['Firma del representante legal;;'],
  ])('offers %j', async (line) => {
    const { overview } = await convertSheet(
      fields,
      bytesOf(`Nombre;Cargo;Ciudad\nAna;Jefe;Cali\n${line}\nEva;Jefe;Cali\n`),
    )
    expect(overview.offered).toEqual([{ row: 3, why: 'report' }])
  })

  test('offers the names below a signature line, but no records after it', async () => {
    const lines = [
      'Ana;Jefe;Cali',
      '__________;;__________',
      'Ana Ruiz;;Luis Gil',
      'Contadora;;Gerente',
      'Eva;Jefe;Cali',
    ]
    const { overview } = await convertSheet(fields, bytesOf(`Nombre;Cargo;Ciudad\n${lines.join('\n')}\n`))
    expect(overview.offered.map(({ row }) => row)).toEqual([3, 4, 5])
  })

  test.each([
    ['Página Rojas;Jefe;Cali'],
    ['Impreso por ambas caras;Papelería;Cali'],
    ['Firma Legal S. A. S.;Asesora;Cali'],
    ['Fin Delgado;Jefe;Cali'],
    ['Firma de Abogados;;'],
    ['Elaboró Pérez;;'],
    ['Ana Nombre;Cargo;Ciudad'],
    ['Hoja de Vida;;Cali'],
    ['28/11/2026;3;5'],
    ['______;______;______\nEva Luna;Jefe;Cali'],
  ])('does not offer a record: %j', async (line) => {
    const { overview } = await convertSheet(fields, bytesOf(`Nombre;Cargo;Ciudad\nAna;Jefe;Cali\n${line}\n`))
    const last = 2 + line.split('\n').length
    expect(overview.offered.map(({ row }) => row)).not.toContain(last)
  })

  test('asks no more about confirmed rows until that is undone', async () => {
    const bytes = bytesOf('Nombre;Cargo;Ciudad\nAna;Jefe;Cali\nTotal: 1;;\nPágina 1;;\nAna;Jefe;Cali\n')
    const { session, overview } = await convertSheet(fields, bytes)
    expect(overview.offered).toEqual([
      { row: 3, why: 'total' },
      { row: 4, why: 'report' },
    ])
    expect(overview.same.count).toBe(1)
    session.rows.confirm([4])
    session.rows.discard([3])
    session.rows.confirm('repeated')
    expect(session.rows.getOverview()).toMatchObject({ offered: [], same: { count: 0 }, discarded: 1, valid: 3 })
    session.rows.undo()
    session.rows.undo()
    session.rows.undo()
    expect(session.rows.getOverview()).toMatchObject({ offered: overview.offered, same: { count: 1 }, discarded: 0 })
  })
})

test('an answer about equal rows does not answer whether a line of a report is a row', async () => {
  const fields = ['Nombre', 'Cargo', 'Ciudad'].map(
    (label): Field => ({ key: label.toLowerCase(), label, type: 'text' }),
  )
  const bytes = bytesOf('Nombre;Cargo;Ciudad\nAna;Jefe;Cali\nPágina 1;;\nAna;Jefe;Cali\nPágina 1;;\n')
  const { session, overview } = await convertSheet(fields, bytes)
  const offered = [3, 5].map((row) => ({ row, why: 'report' }))
  expect(overview).toMatchObject({ offered, same: { count: 1, rows: [{ row: 4, of: 2 }] } })
  session.rows.confirm('repeated')
  expect(session.rows.getOverview()).toMatchObject({ offered, same: { count: 0 } })
})

test('several-choices.csv: every cell is split into known options', async () => {
  const fields: Field[] = [
    { key: 'nombre', label: 'Nombre', type: 'text' },
    {
      ...{ key: 'beneficios', label: 'Beneficios', type: 'choices' },
      options: ['Salud, pensión y ARL', 'Cesantías', 'Vacaciones'].map((value) => ({ value })),
    },
  ]
  const { session, overview } = await convertSheet(fields, reportedCase('several-choices.csv'))
  expect(overview).toMatchObject({ total: 13, valid: 13, error: 0 })
  const [first, second, ...others] = session.rows.getRowChunk(0).rows.map(({ values }) => values.beneficios)
  expect([first, second]).toEqual([['Salud, pensión y ARL'], ['Salud, pensión y ARL', 'Cesantías']])
  expect(others).toEqual(others.map(() => ['Cesantías', 'Vacaciones']))
})

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
