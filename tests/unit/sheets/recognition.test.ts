import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import type { ColumnQuestion } from '../../../src/sheets/reading/column-question.ts'
import { bytesOf, columnOf, convertSheet, rowsXml, workbook } from '../../support/sheets.ts'

const field = (type: Field['type'], more: Partial<Field> = {}): Field => ({ key: 'v', label: 'V', type, ...more })
const csv = (...cells: string[]) => bytesOf(`V\n${cells.map((cell) => `"${cell}"`).join('\n')}\n`)

/** Returns the values or error codes of a column, given an answer. */
async function values(of: Field, cells: string[], answer?: Record<string, string>) {
  const { session, rows, questions } = await convertSheet([of], csv(...cells), { answers: answer ?? {} })
  const isOpen = questions.some(
    ({ answer, kind, why }) => answer === undefined && kind !== 'zeros' && why !== 'unusual' && why !== 'offer',
  )
  const sent = isOpen ? [] : session.rows.getRowChunk(0).rows
  return {
    questions: questions as ColumnQuestion[],
    found: rows.map(({ row, cells: { v } }) => v?.error ?? sent.find((each) => each.row === row)?.values.v),
    warnings: columnOf(rows, 'v').map(([, code]) => code),
  }
}

describe('decimal separator of a column', () => {
  test.each<[string, Field, string[], unknown[]]>([
    [
      'money with a comma',
      field('money', { currency: 'COP' }),
      ['1.234.567,89', '13,75', '350.000'],
      ['1234567.89', '13.75', '350000.00'],
    ],
    [
      'money with a point',
      field('money', { currency: 'COP' }),
      ['1,234,567.89', '13.75', '350,000'],
      ['1234567.89', '13.75', '350000.00'],
    ],
    [
      'three digits of money are thousands',
      field('money', { currency: 'COP' }),
      ['350.000', '1.200'],
      ['350000.00', '1200.00'],
    ],
    ['money that has no decimals', field('money', { currency: 'CLP' }), ['$ 350.000', '1.200,00'], ['350000', '1200']],
    ['whole numbers', field('integer'), ['1.234', '1 234', '1234,00', '12'], [1234, 1234, 1234, 12]],
    ['percentages', field('percent'), ['19 %', '7,5', '1.000'], ['19', '7.5', '1000']],
    ['a decimal that other cells make certain', field('decimal', { decimals: 3 }), ['1.234', '0,5'], ['1234', '0.5']],
    ['the same the other way round', field('decimal', { decimals: 3 }), ['1.234', '0.5'], ['1.234', '0.5']],
    [
      'accounting',
      field('money', { currency: 'COP' }),
      ['$ -', '(1.234,50)', '-$ 5,00', '$ 1.000.000'],
      ['0.00', '-1234.50', '-5.00', '1000000.00'],
    ],
    [
      'too many decimals',
      field('money', { currency: 'COP' }),
      ['1,2550', '1,25', '12,3000'],
      ['decimals', '1.25', '12.30'],
    ],
  ])('is detected: %s', async (_, of, cells, expected) => {
    const { found, questions } = await values(of, cells)
    expect(questions).toEqual([])
    expect(found).toEqual(expected)
  })

  test('is asked once if ambiguous, and the cells wait for the answer', async () => {
    const cells = ['1.234', '5.678', '12']
    const { questions, found } = await values(field('decimal', { decimals: 3 }), cells)
    expect(questions).toEqual([
      {
        column: 0,
        key: 'v',
        kind: 'decimal',
        why: 'open',
        count: 2,
        rows: [2, 3],
        samples: [
          { text: '1.234', readings: { ',': '1.234', '.': '1,234' } },
          { text: '5.678', readings: { ',': '5.678', '.': '5,678' } },
        ],
      },
    ])
    expect(found.slice(0, 2)).toEqual(['conflict', 'conflict'])
    expect((await values(field('decimal', { decimals: 3 }), cells, { '0:decimal': ',' })).found).toEqual([
      '1234',
      '5678',
      '12',
    ])
    expect((await values(field('decimal', { decimals: 3 }), cells, { '0:decimal': '.' })).found).toEqual([
      '1.234',
      '5.678',
      '12',
    ])
  })

  test('is a conflict with listed rows if both separators occur', async () => {
    const cells = ['1.234.567,89', '5', '1,234,567.89', '13,75']
    const { questions, found } = await values(field('money', { currency: 'COP' }), cells)
    expect(questions).toMatchObject([
      {
        kind: 'decimal',
        why: 'conflict',
        count: 3,
        rows: [2, 4, 5],
        sides: { ',': { count: 2, rows: [2, 5] }, '.': { count: 1, rows: [4] } },
      },
    ])
    expect(found).toEqual(['conflict', undefined, 'conflict', 'conflict'])
    const answered = await values(field('money', { currency: 'COP' }), cells, { '0:decimal': ',' })
    expect(answered.found).toEqual(['1234567.89', '5.00', 'number', '13.75'])
  })

  test('excludes three-digit groups that contradict the answer', async () => {
    const of = field('money', { currency: 'COP' })
    expect((await values(of, ['1,255', '1,25'])).questions).toMatchObject([{ why: 'conflict' }])
    expect((await values(of, ['1,255', '1,25'], { '0:decimal': ',' })).found).toEqual(['number', '1.25'])
  })

  test('blocks sending until the question is answered', async () => {
    const { session } = await convertSheet([field('decimal', { decimals: 3 })], csv('1.234'))
    expect(() => session.rows.getRowChunk(0)).toThrow()
  })

  test('does not affect numeric cells', async () => {
    const bytes = workbook({ sheets: { a: rowsXml([['V'], [1.234], [13.75], [350000]]) } })
    const { session } = await convertSheet([field('decimal', { decimals: 3 })], bytes)
    expect(session.rows.getRowChunk(0).rows.map(({ values, wrong }) => wrong?.v ?? values.v)).toEqual([
      '1.234',
      '13.75',
      '350000',
    ])
    const money = await convertSheet([field('money', { currency: 'COP' })], bytes)
    expect(columnOf(money.rows, 'v').map(([, code]) => code)).toEqual(['decimals', '', ''])
  })

  test('is detected separately in typed text', async () => {
    const { session } = await convertSheet([field('money', { currency: 'COP' })], csv('1,234.50', 'x'))
    expect(session.rows.edit(3, 'v', '99,5').cells.v).toMatchObject({ text: '99,5', edited: true })
    expect(session.rows.getRowChunk(0).rows.map(({ values, wrong }) => wrong?.v ?? values.v)).toEqual([
      '1234.50',
      '99.50',
    ])
  })
})

describe('order of day and month', () => {
  test.each<[string, string[], unknown[], string[]]>([
    ['day first by default', ['03/04/2025', '3-4-25'], ['2025-04-03', '2025-04-03'], ['', 'century']],
    ['day first, proven', ['03/04/2025', '31/12/2024'], ['2025-04-03', '2024-12-31'], ['', '']],
    [
      'names and ISO',
      ['3 de abril de 2025', '2025-04-03', '3-abr-30', '1 de mayo del 2025'],
      ['2025-04-03', '2025-04-03', '1930-04-03', '2025-05-01'],
      ['', '', 'century', ''],
    ],
    ['a time', ['03/04/2025 10:30', '03/04/2025 00:00:00'], ['2025-04-03', '2025-04-03'], ['time', '']],
    ['impossible dates', ['31/02/2025', '29/02/2024', 'ayer'], ['date', '2024-02-29', 'date'], ['date', '', 'date']],
  ])('is detected: %s', async (_, cells, expected, warnings) => {
    const result = await values(field('date'), cells)
    expect(result).toMatchObject({ questions: [], found: expected, warnings })
  })

  test('is asked if month-first, and applied until answered', async () => {
    const { questions, found } = await values(field('date'), ['04/25/2025', '03/04/2025'])
    expect(questions).toMatchObject([
      {
        kind: 'dateOrder',
        why: 'unusual',
        count: 1,
        rows: [2],
        samples: [{ text: '04/25/2025', readings: { dmy: '', mdy: '25/04/2025' } }],
      },
    ])
    expect(found).toEqual(['2025-04-25', '2025-03-04'])
    const answered = await values(field('date'), ['04/25/2025', '03/04/2025'], { '0:dateOrder': 'dmy' })
    expect(answered.found).toEqual(['date', '2025-04-03'])
  })

  test('is a conflict with listed rows if both orders occur', async () => {
    const { questions, found } = await values(field('date'), ['25/04/2025', '04/25/2025', '01/02/2025', '2025-05-05'])
    expect(questions).toMatchObject([
      { why: 'conflict', rows: [2, 3], sides: { dmy: { count: 1, rows: [2] }, mdy: { count: 1, rows: [3] } } },
    ])
    expect(found).toEqual(['conflict', 'conflict', 'conflict', undefined])
  })

  describe('date cells with month-first texts', () => {
    const dates = (...days: number[]) =>
      workbook({
        sheets: {
          a: rowsXml([
            ['V'],
            ['12/31/2026'],
            ['11/20/2026'],
            ...days.map((day) => [{ xml: `<c s="1"><v>${day}</v></c>` }]),
          ]),
        },
        formats: ['dd/mm/yyyy'],
      })
    const [january12, january25] = [46034, 46047]

    test('are asked about if day and month are ambiguous, and follow the answer', async () => {
      const { questions, rows } = await convertSheet([field('date')], dates(january12))
      expect(questions).toMatchObject([
        {
          kind: 'dateOrder',
          why: 'conflict',
          rows: [2, 3, 4],
          sides: { dmy: { count: 1, rows: [4] }, mdy: { count: 2, rows: [2, 3] } },
        },
      ])
      expect(columnOf(rows, 'v').map(([, code]) => code)).toEqual(['conflict', 'conflict', 'conflict'])
      const sent = async (answer: string) => {
        const { session } = await convertSheet([field('date')], dates(january12), {
          answers: { '0:dateOrder': answer },
        })
        return session.rows.getRowChunk(0).rows.map(({ values, wrong }) => wrong?.v ?? values.v)
      }
      expect(await sent('mdy')).toEqual(['2026-12-31', '2026-11-20', '2026-12-01'])
      expect(await sent('dmy')).toEqual(['12/31/2026', '11/20/2026', '2026-01-12'])
    })

    test('stay unchanged if one falls after the 12th', async () => {
      const { questions, session } = await convertSheet([field('date')], dates(january12, january25))
      expect(questions).toMatchObject([{ why: 'unusual', rows: [2, 3] }])
      expect(session.rows.getRowChunk(0).rows.map(({ values }) => values.v)).toEqual([
        '2026-12-31',
        '2026-11-20',
        '2026-01-12',
        '2026-01-25',
      ])
    })
  })

  describe('date cells with day-first texts', () => {
    const sheet = (texts: string[], ...days: number[]) => {
      const cells = days.map((day) => [{ xml: `<c s="1"><v>${day}</v></c>` }])
      return workbook({
        sheets: { a: rowsXml([['V'], ...texts.map((text) => [text]), ...cells]) },
        formats: ['m/d/yyyy'],
      })
    }
    const [january12, january25] = [46034, 46047]

    test('are asked about if an English Excel may have swapped day and month', async () => {
      const english = () => sheet(['25/04/2026', '31/12/2026'], january12)
      const { questions, rows } = await convertSheet([field('date')], english())
      expect(questions).toEqual([
        {
          column: 0,
          key: 'v',
          kind: 'swapped',
          why: 'open',
          count: 1,
          rows: [2, 3],
          samples: [{ text: '12/01/2026', readings: { yes: '01/12/2026', no: '12/01/2026' } }],
        },
      ])
      expect(columnOf(rows, 'v').map(([, code]) => code)).toEqual(['', '', 'conflict'])
      const sent = async (answer: string) => {
        const { session } = await convertSheet([field('date')], english(), { answers: { '0:swapped': answer } })
        return session.rows.getRowChunk(0).rows.map(({ values }) => values.v)
      }
      expect(await sent('yes')).toEqual(['2026-04-25', '2026-12-31', '2026-12-01'])
      expect(await sent('no')).toEqual(['2026-04-25', '2026-12-31', '2026-01-12'])
    })

    test.each([
      ['a date after the 12th', ['25/04/2026'], [january12, january25]],
      ['a text that such an Excel would have read', ['25/04/2026', '03/04/2026'], [january12]],
    ])('stay unchanged given %s', async (_, texts, days) => {
      const { questions, rows } = await convertSheet([field('date')], sheet(texts, ...days))
      expect(questions).toEqual([])
      expect(columnOf(rows, 'v').map(([, code]) => code)).toEqual(['', '', ''])
    })
  })

  describe('in another column of a row with a month-first date', () => {
    const pair: Field[] = [
      { key: 'inicio', label: 'Inicio', type: 'date' },
      { key: 'fin', label: 'Fin', type: 'date' },
    ]
    const rows = ['12/01/2025;11/20/2026', '12/01/2025;20/11/2026', '05/05/2025;11/20/2026', '25/01/2025;11/20/2026']
    const bytes = bytesOf(`Inicio;Fin\n${rows.join('\n')}\n`)

    test('ambiguous dates get a warning, before and after the choice', async () => {
      const { session, rows } = await convertSheet(pair, bytes, { answers: { '1:dateOrder': 'dmy' } })
      expect(rows.map(({ cells }) => [cells.fin?.error, cells.inicio?.warning])).toEqual([
        ['date', 'monthFirst'],
        [undefined, undefined],
        ['date', undefined],
        ['date', undefined],
      ])
      expect(rows[0]?.cells.fin?.suggestion).toBe('20 de noviembre de 2026')
      const chosen = session.rows.edit(2, 'fin', '20 de noviembre de 2026')
      expect([chosen.status, chosen.cells.inicio?.warning]).toEqual(['valid', 'monthFirst'])
      expect(session.rows.getRow(2).sent).toEqual({
        row: 2,
        values: { inicio: '2025-01-12', fin: '2026-11-20' },
        warnings: { inicio: 'monthFirst' },
      })
      expect(session.rows.edit(2, 'inicio', '1 de diciembre de 2025').cells.inicio?.warning).toBeUndefined()
    })

    test('date cells that a program may have swapped get it too', async () => {
      const dates = workbook({
        sheets: {
          a: rowsXml([
            ['Inicio', 'Fin'],
            ...[46034, 46047].map((day) => [{ xml: `<c s="1"><v>${day}</v></c>` }, '11/20/2026']),
          ]),
        },
        formats: ['dd/mm/yyyy'],
      })
      const { rows } = await convertSheet(pair, dates)
      expect(columnOf(rows, 'inicio')).toEqual([
        ['12/01/2026', 'monthFirst'],
        ['25/01/2026', ''],
      ])
    })
  })

  test('offers to convert a bare serial', async () => {
    const cells = ['45750', '03/04/2025', '45750,5']
    const { questions, found } = await values(field('date'), cells)
    expect(questions).toMatchObject([{ kind: 'serial', why: 'offer', count: 2, rows: [2, 4] }])
    expect(found).toEqual(['date', '2025-04-03', 'date'])
    const answered = await values(field('date'), cells, { '0:serial': 'yes' })
    expect(answered).toMatchObject({ found: ['2025-04-03', '2025-04-03', '2025-04-03'], warnings: ['', '', 'time'] })
  })
})

describe('lost leading zeros', () => {
  const id = (...kinds: NonNullable<Field['kinds']>) => field('idDocument', { kinds })

  test('are asked about if the kind has a fixed length, and restored on request', async () => {
    const peru = { context: { today: '2025-06-01', country: 'PE' } }
    const cells = csv('1234567', '12345678', '12')
    const asked = await convertSheet([id('DNI')], cells, peru)
    expect(asked.questions).toMatchObject([
      {
        kind: 'zeros',
        why: 'offer',
        count: 1,
        rows: [2],
        samples: [{ text: '1234567', readings: { yes: '01234567', no: '1234567' } }],
      },
    ])
    expect(asked.rows[0]?.cells.v).toMatchObject({ error: 'length', suggestion: '01234567' })
    const { session } = await convertSheet([id('DNI')], cells, { ...peru, answers: { '0:zeros': 'yes' } })
    expect(session.rows.getRowChunk(0).rows.map(({ values, wrong }) => wrong?.v ?? values.v)).toEqual([
      '01234567',
      '12345678',
      '12',
    ])
  })

  test('are asked about if other cells have them and the format names no kind', async () => {
    const cells = ['0012345678', '12345678', '1020304050']
    const { questions, found, warnings } = await values(id(), cells)
    expect(questions).toMatchObject([
      { kind: 'zeros', count: 1, rows: [3], samples: [{ text: '12345678', readings: { yes: '0012345678' } }] },
    ])
    expect(found).toEqual(cells)
    expect(warnings).toEqual(['', 'zeros', ''])
    expect((await values(id(), cells, { '0:zeros': 'yes' })).found).toEqual(['0012345678', '0012345678', '1020304050'])
    expect((await values(id(), cells, { '0:zeros': 'no' })).warnings).toEqual(['', '', ''])
  })

  test.each(['CC', 'CE', 'TI', 'PA', 'NIT'] as const)(
    'are never added to %s, whatever the other cells',
    async (kind) => {
      const short = kind === 'NIT' ? '16480894-6' : '16480894'
      const cells = kind === 'TI' ? ['01020304050', '1020304050'] : ['0012345678', short, '1020304050']
      for (const answers of [{}, { '0:zeros': 'yes' }] as Record<string, string>[]) {
        const { session, questions } = await convertSheet([id(kind)], csv(...cells), { answers })
        expect(questions).toEqual([])
        const sent = session.rows.getRowChunk(0).rows.map(({ values, wrong }) => wrong?.v ?? values.v)
        expect(sent.at(1)?.toString().replace('-6', '')).toBe(kind === 'TI' ? '1020304050' : '16480894')
      }
    },
  )

  test('are counted for each kind named by another column', async () => {
    const fields: Field[] = [
      { key: 'tipo', label: 'Tipo', type: 'choice', options: ['CC', 'DNI'].map((value) => ({ value })) },
      { ...id('CC', 'DNI'), kindFrom: 'tipo' },
    ]
    const bytes = bytesOf('Tipo;V\nDNI;01234567\nCC;1648089\nDNI;1234567\n')
    const peru = { context: { today: '2025-06-01', country: 'PE' } }
    const { session, questions } = await convertSheet(fields, bytes, { ...peru, answers: { '1:zeros': 'yes' } })
    expect(questions).toMatchObject([{ kind: 'zeros', count: 1, rows: [4] }])
    expect(session.rows.getRowChunk(0).rows.map(({ values }) => values.v)).toEqual(['01234567', '1648089', '01234567'])
  })

  test('are not asked about without evidence', async () => {
    expect((await values(id('CC'), ['12345678', '1020304050'])).questions).toEqual([])
    expect((await values(field('text'), ['0012', '12'])).questions).toEqual([])
  })
})

describe('spreadsheet errors', () => {
  test.each<Field['type']>([
    'text',
    'longText',
    'integer',
    'money',
    'date',
    'boolean',
    'choice',
    'idDocument',
    'email',
    'phone',
  ])('are errors in fields of type %s', async (type) => {
    const errors = [
      '#N/A',
      '#N/D',
      '#¡REF!',
      '#¡VALOR!',
      '#¿NOMBRE?',
      '#¡DIV/0!',
      '#¡NUM!',
      '#¡NULO!',
      '#REF!',
      '#DIV/0!',
    ]
    const { found } = await values(field(type, { options: [{ value: 'a' }] }), errors)
    expect(found).toEqual(errors.map(() => 'excelError'))
  })
})

test('reports text in scientific notation as an error in every field type', async () => {
  for (const type of ['text', 'idDocument', 'phone', 'integer', 'money'] as const)
    expect((await values(field(type), ['1,23457E+15'])).found, type).toEqual(['precision'])
})

test('parses booleans and choices by their spellings and rejects other texts', async () => {
  expect(await values(field('boolean'), ['Sí', 'SI', 'x', '1', 'Falso', 'n', 'quizá', ''])).toMatchObject({
    found: [true, true, true, true, false, false, 'boolean'],
  })
  const choice = field('choice', { options: [{ value: 'término fijo', aliases: ['fijo'] }, { value: 'obra o labor' }] })
  const { rows } = await convertSheet([choice], csv('TERMINO FIJO', 'Fijo', 'obra-o-labor', 'obra o lavor'))
  expect(rows.map(({ cells }) => cells.v?.error ?? '')).toEqual(['', '', '', 'choice'])
  expect(rows[3]?.cells.v?.suggestion).toBe('obra o labor')
})
