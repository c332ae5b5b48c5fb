import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { getBlockRuns, toPlainText } from '../../../src/domain/documents/blocks.ts'
import { renderBlocks } from '../../../src/domain/documents/render.ts'
import { validateFormat } from '../../../src/domain/formats/format-check.ts'
import { getOriginalText } from '../../../src/word/reading/original-text.ts'
import { readWordDocument } from '../../../src/word/reading/read-word-document.ts'
import { buildImportedFormat, createProposalDecisions } from '../../../src/word/word-format.ts'
import { docx, field, p, r } from '../../fixtures/word-parts.mjs'
import { documents } from './documents.ts'

const folder = join(import.meta.dirname, '../../fixtures/word')
const read = (name: string, revisions: 'accept' | 'reject' = 'accept') =>
  readWordDocument(new Uint8Array(readFileSync(join(folder, `${name}.docx`))), revisions)
const context = { today: '2026-11-24', country: 'CO', letters: 'ours' } as const

async function compose(name: string, status: 'accepted' | 'dismissed') {
  const document = await read(name)
  const decisions = createProposalDecisions(document.proposals).map((decision) => ({ ...decision, status }))
  return { document, ...buildImportedFormat(document, decisions, 'COP') }
}

/** Returns the letters and digits of a rendered body, with list markers. */
function printedText(body: string): string {
  const blocks = renderBlocks(body, [], {}, '')
  return blocks
    .map((block) =>
      block.kind === 'list'
        ? block.items.map(({ marker, runs }) => marker + toPlainText(runs)).join('')
        : toPlainText(getBlockRuns(block)),
    )
    .join('')
}
const compact = (text: string) => text.replace(/[\s|]+/g, '').replace('A¦B', 'AB')

it('has an expectation for each document', () => {
  expect(
    readdirSync(folder)
      .map((name) => name.replace('.docx', ''))
      .sort(),
  ).toEqual(Object.keys(documents).sort())
})

describe.each(Object.entries(documents))('%s.docx', (name, expected) => {
  if (expected.text)
    it('shows the original text', async () => {
      const { original } = await read(name)
      expect(original.map(getOriginalText)).toEqual(expected.text)
    })

  it('proposes the fields', async () => {
    const { proposals } = await read(name)
    const found = proposals.map(({ kind, label, type, options }) =>
      `${label}: ${kind === 'field' ? type : kind} ${options.join(', ')}`.trim(),
    )
    expect(found).toEqual(expected.fields)
  })

  it('lists what is left out', async () => {
    const { omittedItems } = await read(name)
    expect(omittedItems.map(({ kind, place, text }) => `${kind} ${place} ${text}`)).toEqual(expected.omittedItems)
  })

  it('becomes a body without errors', async () => {
    const { fields, body } = await compose(name, 'accepted')
    expect(body).toBe(expected.body)
    expect(validateFormat({ fields, body }, context)).toEqual({})
  })

  it('prints the text of the original if all proposals are dismissed', async () => {
    const { document, body } = await compose(name, 'dismissed')
    expect(compact(printedText(body))).toBe(compact(document.original.map(getOriginalText).join('')))
  })
})

describe('tracked changes', () => {
  it('counts them and their authors', async () => {
    expect((await read('cambios')).revisions).toEqual({ count: 9, authors: ['Luis Díaz', 'Ana Ruiz'] })
  })

  it('restores the text before rejected changes', async () => {
    const { original } = await read('cambios', 'reject')
    expect(original.map(getOriginalText)).toEqual([
      'El plazo es de diez días.',
      'Primera parte',
      ' y su continuación.',
      'Frase movida.',
      'Aquí: ',
      'Fijo',
      'Uno',
      'Quitado',
      'Dos',
    ])
  })
})

it('prints the currency and the percent sign of the original once, whatever type is chosen', async () => {
  const document = await readWordDocument(
    docx({ body: p('Son ______ pesos m/cte ($ ______), con ______ % y ______ %.') }),
  )
  const bodyWith = (types: readonly ('money' | 'percent' | 'text')[]) =>
    buildImportedFormat(
      document,
      createProposalDecisions(document.proposals).map((one, index) => ({
        ...one,
        status: 'accepted' as const,
        label: `Dato ${'ABC'[index]}`,
        type: types[index] ?? one.type,
      })),
      'COP',
    ).body
  expect(bodyWith(['money', 'percent', 'percent'])).toBe(
    'Son {{dato_a|letras}} ({{dato_a}}), con {{dato_b}} y {{dato_c}}.',
  )
  expect(bodyWith(['text', 'text', 'percent'])).toBe(
    'Son {{dato_a}} pesos m/cte ($ {{dato_a}}), con {{dato_b}} % y {{dato_c}}.',
  )
})

it.each([
  ['Plazo: ____ (__) meses desde hoy', 'Plazo: {{plazo|letras}} ({{plazo}}) meses desde hoy', ['Plazo: integer']],
  [
    'En ____ ( __ ) cuotas.',
    'En {{numero_de_cuotas|letras}} ( {{numero_de_cuotas}} ) cuotas.',
    ['Número de cuotas: integer'],
  ],
  ['Multa del ____ por ciento (___ %).', 'Multa del {{multa|letras}} ({{multa}}).', ['Multa: percent']],
  [
    'Yo, ____, con C.C. ____ de ____, domiciliado en ____.',
    'Yo, {{nombre}}, con C.C. {{numero_de_cedula}} de {{lugar_de_expedicion}}, domiciliado en {{domicilio}}.',
    ['Nombre: text', 'Número de cédula: idDocument', 'Lugar de expedición: text', 'Domicilio: text'],
  ],
  ['El valor es la suma de $____.', 'El valor es la suma de {{valor}}.', ['Valor: money']],
  [
    'Interés del ____% y recargo del ____%',
    'Interés del {{interes}} y recargo del {{recargo}}',
    ['Interés: percent', 'Recargo: percent'],
  ],
  [
    '____ (__) personas y ____ (nota)',
    '{{numero_de_personas|letras}} ({{numero_de_personas}}) personas y {{nota}} (nota)',
    ['Número de personas: integer', 'Nota: text'],
  ],
  ['El niño [nombre] ([edad]) años.', 'El niño {{nombre}} ({{edad}}) años.', ['Nombre: text', 'Edad: integer']],
  [
    'Plazo de [meses] (__) meses y multa del [multa] por ciento ([MULTA] %).',
    'Plazo de {{meses|letras}} ({{meses}}) meses y multa del {{multa|letras}} ({{multa}}).',
    ['Meses: integer', 'Multa: percent'],
  ],
  [
    'Paga [total en pesos colombianos] hoy, con [cantidad de pesos] o $ [suma en pesos].',
    'Paga {{total_en_pesos_colombianos}} hoy, con {{cantidad_de_pesos}} o {{suma_en_pesos}}.',
    ['Total en pesos colombianos: text', 'Cantidad de pesos: text', 'Suma en pesos: money'],
  ],
  [
    `${r('Paga ')}${r('cien mil pesos', '<w:highlight w:val="yellow"/>')}${r(' a ')}${field('MERGEFIELD Menor', '«Menor»')}${r(' (')}${field('MERGEFIELD Edad', '«Edad»')}${r(') años.')}`,
    'Paga {{cien_mil_pesos}} a {{menor}} ({{edad}}) años.',
    ['Cien mil pesos: text', 'Menor: text', 'Edad: integer'],
  ],
  [
    'En [Lugar de expedición], [Lugar expedición] y [los lugares de expedición]; [si] y [fecha documento]',
    'En {{lugar_de_expedicion}}, {{lugar_expedicion_2}} y {{lugares_de_expedicion_3}}; {{si_2}} y {{fecha_documento_2|largo}}',
    [
      'Lugar de expedición: text',
      'Lugar expedición 2: text',
      'Lugares de expedición 3: text',
      'Si 2: text',
      'Fecha documento 2: date',
    ],
  ],
  [
    'Yo, ____, con C.C. N.º ____, NIT No. ____, T.P. Nro. ____, contrato # ____ y matrícula inmobiliaria N.º: ____.',
    'Yo, {{nombre}}, con C.C. N.º {{numero_de_cedula}}, NIT No. {{nit}}, T.P. Nro. {{t_p}}, contrato # {{contrato}} y matrícula inmobiliaria N.º: {{matricula_inmobiliaria}}.',
    [
      'Nombre: text',
      'Número de cédula: idDocument',
      'NIT: idDocument',
      'T.P.: text',
      'Contrato: text',
      'Matrícula inmobiliaria: text',
    ],
  ],
  [
    'Se firma el ____ de ________ de 2026. Rige a los ____ días del mes de ________ de 2027.',
    'Se firma el {{fecha_de_firma|largo}}. Rige el {{fecha|largo}}.',
    ['Fecha de firma: date', 'Fecha: date'],
  ],
  [
    'Canon de [VALOR EN LETRAS] ($ [VALOR]), prima de $ [prima] ([prima en letras]) y multa de {{multa en letras}} ($ {{multa}}).',
    'Canon de {{valor|letras}} ({{valor}}), prima de {{prima}} ({{prima|letras}}) y multa de {{multa|letras}} ({{multa}}).',
    ['Valor: money', 'Prima: money', 'Multa: money'],
  ],
  [
    'Por la suma de ________ ($ ________), a [nombre] ($ [abono]).',
    'Por la suma de {{valor|letras}} ({{valor}}), a {{nombre}} ({{abono}}).',
    ['Valor: money', 'Nombre: text', 'Abono: money'],
  ],
  [
    `${field('MERGEFIELD Total_en_letras', '«Total_en_letras»')}${r(' ($')}${field('MERGEFIELD Total', '«Total»')}${r(')')}`,
    '{{total|letras}} ({{total}})',
    ['Total: money'],
  ],
  [
    `${r('Son $ ')}${field('MERGEFIELD Total', '«Total»')}${r(' (')}${field('MERGEFIELD Total_en_letras', '«Total_en_letras»')}${r(') o sea $ [total].')}`,
    'Son {{total}} ({{total|letras}}) o sea {{total}}.',
    ['Total: money'],
  ],
])('takes %j as %j', async (text, body, fields) => {
  const document = await readWordDocument(docx({ body: p(text) }))
  const decisions = createProposalDecisions(document.proposals).map((one) => ({ ...one, status: 'accepted' as const }))
  const imported = buildImportedFormat(document, decisions, 'COP')
  expect(imported.body).toBe(body)
  expect(imported.fields.map(({ label, type }) => `${label}: ${type}`)).toEqual(fields)
  expect(validateFormat(imported, context)).toEqual({})
})

it('offers the text and the image of the header', async () => {
  const { header } = await read('combinacion')
  expect(header.text).toBe('Comercial Andina S. A. S. · NIT 900.123.456-8')
  expect(header.image?.type).toBe('image/png')
  expect(header.image?.bytes.length).toBe(74)
})
