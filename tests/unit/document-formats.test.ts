import { describe, expect, test } from 'vitest'
import { findIdDocumentKind, formatIdNumber, formatIdWithKindName } from '../../src/domain/documents/id-number.ts'
import { layoutDocument } from '../../src/domain/documents/layout/layout.ts'
import type { Row } from '../../src/domain/fields/field.ts'
import { formatValue } from '../../src/domain/fields/values.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { exampleOf, leastOf, modelOf, printDocument } from '../support/example-documents.ts'

describe.each(initialFormats.map((template) => [template.code, template] as const))('%s', (_, template) => {
  const { fields, body } = template

  test('prints every example value and misses none', () => {
    const { values, blocks, said: text } = printDocument(template, exampleOf(fields))
    expect(JSON.stringify(blocks)).not.toContain('"missing"')
    for (const field of fields) {
      const value = values[field.key]
      if (value === undefined || !body.includes(`{{${field.key}}}`)) continue
      const isId = field.type === 'idDocument'
      const printed = isId
        ? formatIdNumber(String(value), findIdDocumentKind(field, String(value), undefined))
        : formatValue(field, value)
      expect(text, field.key).toContain(printed.replace(/\s+/g, ' '))
    }
    for (const field of fields.filter(({ type }) => type === 'table'))
      for (const row of (values[field.key] ?? []) as Row[]) expect(text).toContain(String(Object.values(row)[0]))
  })

  test('prints no dangling labels with only the required values', () => {
    expect(printDocument(template, leastOf(fields)).said).not.toMatch(/undefined|null|NaN|\{\{|\(\s*\)|: [.,]|\*\*/)
  })
})

const found = (code: string) => {
  const template = initialFormats.find((one) => one.code === code)
  if (!template) throw new Error(code)
  return template
}

describe('end of a document', () => {
  const orderOf = (rows: number) => ({ ...exampleOf(found('OC').fields, rows), solicitado_por: 'Pedro Pablo Ruiz' })
  const order = (rows: number) => printDocument(found('OC'), orderOf(rows)).pages

  test('fits an order of one to six items on one page, with its closing sentence and signatures', () => {
    for (let rows = 1; rows <= 6; rows++) {
      const [page, ...others] = order(rows)
      expect(others, String(rows)).toEqual([])
      expect(page).toMatch(/Total en COP .*Quien provee .*Pedro Pablo Ruiz .*Solicita .*Compruebe este documento/)
    }
  })

  test('leaves less than a quarter of a page white before the page of the signatures', () => {
    const letter = found('CL')
    const letterWith = (words: number) => ({
      ...letter,
      body: letter.body.replace('{{#sin partir}}', `${'palabra '.repeat(words)}\n\n{{#sin partir}}`),
    })
    const models = [
      ...Array.from({ length: 30 }, (_, rows) => modelOf(found('OC'), orderOf(rows + 1))),
      ...Array.from({ length: 60 }, (_, at) => modelOf(letterWith(at * 8), exampleOf(letter.fields))),
    ]
    let long = 0
    for (const { model } of models) {
      const { frame, pages } = layoutDocument(model)
      const ends = pages.map(({ groups }) =>
        Math.min(
          ...groups.flatMap(({ tag, items }) => (tag ? items.flatMap((item) => ('y' in item ? item.y : [])) : [])),
        ),
      )
      if (pages.length > 1) long++
      for (const end of ends.slice(0, -1)) expect(end - frame.bottom).toBeLessThan(frame.height / 4)
    }
    expect(long).toBeGreaterThan(20)
  })

  test('moves only the last text of a longer order with the signatures', () => {
    const [first, second, ...others] = order(10)
    expect(others).toEqual([])
    for (const part of ['Total en COP', 'Son:', 'Observaciones:']) expect(first).toContain(part)
    for (const part of ['Quien provee', 'Pedro Pablo Ruiz Solicita', 'Compruebe este documento'])
      expect(second).toContain(part)
  })

  test('puts two lines of the last clause on the page of the signatures', () => {
    for (let rows = 1; rows < 14; rows++) {
      const last = printDocument(found('CPS'), exampleOf(found('CPS').fields, rows)).pages.at(-1)
      expect(last, String(rows)).toMatch(
        /autorizado y, de no lograrse, ante los jueces competentes de ese domicilio\. Se firma/,
      )
      expect(last, String(rows)).toContain('EL CONTRATISTA')
    }
  })
})

test('certificates show the approval date in header, text and verification section', () => {
  for (const code of ['CL', 'PS', 'CE']) {
    const { said } = printDocument(found(code), { ...exampleOf(found(code).fields), fecha_expedicion: '2026-11-02' })
    expect(said, code).toContain(`${code}-2026-000001 20 de noviembre de 2026`)
    expect(said, code).toContain('el veinte (20) de noviembre de dos mil veintiséis (2026)')
    expect(said, code).toContain('Aprobó Nubia Ibáñez Rey el 20 de noviembre de 2026 a la 1:05 p. m. ')
    expect(said, code).not.toMatch(/02\/11|2 de noviembre|dos \(2\)/)
  }
})

test('certificate of studies supports schools, courses and university programmes', () => {
  const { fields } = found('CE')
  const { semestre, codigo_estudiantil, facultad, jornada, ...common } = exampleOf(fields)
  const renderText = (change: object) => printDocument(found('CE'), { ...common, periodo: '2026', ...change }).said
  expect(renderText({ nivel: 'básica primaria', programa: 'quinto', jornada: 'mañana' })).toContain(
    'para el período académico 2026, en el grado quinto de básica primaria, en jornada de la mañana.',
  )
  expect(renderText({ nivel: 'curso', programa: 'Inglés B1', intensidad_horaria: 40 })).toContain(
    'para el período académico 2026, en el curso Inglés B1, con una intensidad de 40 horas.',
  )
  expect(renderText({ nivel: 'pregrado', programa: 'Derecho', semestre, jornada })).toContain(
    'en el semestre 5 del programa de Derecho (pregrado), en jornada diurna.',
  )
})

test('data authorisation names the policy, address and email of the controller', () => {
  const { said } = printDocument(found('AD'), exampleOf(found('AD').fields))
  expect(said).toContain('datos@ejemplo.com y en Calle 72 N.º 10-34, Bogotá D. C.')
  expect(said).toContain(
    'Su política de tratamiento de datos personales puede consultarse en www.ejemplo.com/datos-personales.',
  )
})

test('charge account without a document type labels its document number', () => {
  const { said } = printDocument(found('CC'), leastOf(found('CC').fields))
  expect(said.split('Documento de identidad N.º 1.020.304.050')).toHaveLength(4)
  expect(said).toContain('NIT 900.123.456-8')
})

test('contract has one number, and names the type of every identity number', () => {
  const { fields } = found('CPS')
  const person = printDocument(found('CPS'), exampleOf(fields)).said
  expect(person).toContain('CONTRATO DE PRESTACIÓN DE SERVICIOS Entre')
  expect(person.split('édula de ciudadanía N.º 51.765.432')).toHaveLength(3)
  expect(person.split('édula de ciudadanía N.º 1.020.304.050')).toHaveLength(3)
  const company = printDocument(found('CPS'), {
    ...exampleOf(fields),
    tipo_documento: 'NIT',
    numero_documento: '900123456-8',
    representante_tipo_documento: 'CE',
    representante_contratista: 'Ana Muñoz Güell',
    representante_contratista_documento: '52345678',
  }).said
  expect(company).toContain('Nubia Ibáñez Rey, con cédula de extranjería N.º 51.765.432')
  expect(company).toContain('Íñigo Núñez Peña, con NIT 900.123.456-8, que actúa')
  expect(company).toContain('Ana Muñoz Güell, con cédula de ciudadanía N.º 52.345.678')
})

test.each([
  [['NIT', 'RUC', 'RFC', 'RUT', 'CUIT'], '890903938-8', 'NIT 890.903.938-8'],
  [['NIT', 'RUC', 'RFC', 'RUT', 'CUIT'], '1790016919001', 'RUC 1790016919001'],
  [['NIT', 'RUC', 'RFC', 'RUT', 'CUIT'], 'SAT970701NN3', 'RFC SAT970701NN3'],
  [['NIT', 'RUC', 'RFC', 'RUT', 'CUIT'], '76086428-5', 'RUT 76.086.428-5'],
  [['CC', 'CE', 'NIT'], '1020304050-8', 'NIT 1.020.304.050-8'],
  [['CC', 'CE'], 'E123456', 'cédula de extranjería N.º E123456'],
  [['CC', 'CE'], '51765432', 'documento de identidad N.º 51.765.432'],
] as const)('of the types %s, %s can only be «%s»', (kinds, value, expected) => {
  const kind = findIdDocumentKind({ key: 'n', label: 'N', type: 'idDocument', kinds: [...kinds] }, value, undefined)
  expect(formatIdWithKindName(value, kind)).toBe(expected)
})

test('letterhead and signature of a charge account without a document type name the number', () => {
  const { said } = printDocument(found('CC'), { ...leastOf(found('CC').fields), numero_documento: '0052345678' })
  expect(said).toContain('Documento de identidad N.º 0052345678 · Cali')
})

test.each([
  ['CC', 'C. C. 1.020.304.050 · Cali +57 300 123 4567'],
  ['OC', 'Aprobado electrónicamente por Nubia Ibáñez Rey, el 20 de noviembre de 2026 Solicita Aprueba'],
  ['CL', 'Clara Inés Rojas Directora C. C. 52.345.678 Compruebe'],
])('%s names its issuer or signatory: %s', (code, expected) => {
  expect(printDocument(found(code), exampleOf(found(code).fields)).said).toContain(expected)
})
