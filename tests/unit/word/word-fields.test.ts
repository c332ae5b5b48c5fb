import { expect, it } from 'vitest'
import { validateFormat } from '../../../src/domain/formats/format-check.ts'
import { readWordDocument } from '../../../src/word/reading/read-word-document.ts'
import { buildImportedFormat, createProposalDecisions } from '../../../src/word/word-format.ts'
import { docx, field, fieldAround, p, r } from '../../fixtures/word-parts.mjs'

const merge = (name: string) => field(`MERGEFIELD ${name}`, `«${name}»`)
const context = { today: '2026-11-24', country: 'CO', letters: 'ours' } as const

async function importBody(content: string, status: 'accepted' | 'dismissed' = 'accepted') {
  const document = await readWordDocument(docx({ body: p(r('Va: ') + content) }))
  const decisions = createProposalDecisions(document.proposals).map((one) => ({ ...one, status }))
  const { body, fields } = buildImportedFormat(document, decisions, 'COP')
  expect(validateFormat({ body, fields }, context)).toEqual({})
  return {
    body,
    fields: fields.map(({ label, type }) => `${label}: ${type}`),
    omittedItems: document.omittedItems.map(({ kind, text }) => `${kind} ${text}`),
  }
}

it.each([
  ['a date', field('DATE', '01/02/2024'), 'Va: {{fecha_de_expedicion|largo}}', ['Fecha de expedición: date'], []],
  [
    'the time as a date',
    field('TIME', '01/02/2024'),
    'Va: {{fecha_de_expedicion|largo}}',
    ['Fecha de expedición: date'],
    [],
  ],
  ['an hour', field('TIME \\@ "HH:mm"', '10:20'), 'Va: {{hora}}', ['Hora: text'], []],
  [
    'a date in three fields',
    `${field('DATE \\@ d', '1')}${r(' de ')}${field('DATE \\@ MMMM', 'marzo')}${r(' de ')}${field('DATE \\@ yyyy', '2024')}`,
    'Va: {{fecha|largo}}',
    ['Fecha: date'],
    [],
  ],
  ['a prompt', field('FILLIN "Nombre del socio"', 'Ana'), 'Va: {{nombre_del_socio}}', ['Nombre del socio: text'], []],
  ['a variable', field('DOCVARIABLE ciudad', 'Cali'), 'Va: {{ciudad}}', ['Ciudad: text'], []],
  [
    'a text to click',
    field('MACROBUTTON Nada [Escriba el cargo]', ''),
    'Va: {{escriba_el_cargo}}',
    ['Escriba el cargo: text'],
    [],
  ],
  ['a formula', `${r('$ ')}${field('=SUM(ABOVE)', '190')}`, 'Va: {{va}}', ['Va: money'], ['wordFormula =SUM(ABOVE)']],
  ['a reference', field('REF marca', 'Ana'), 'Va: Ana', [], ['wordResult Ana']],
  ['a link', field('HYPERLINK "https://ejemplo.com"', 'aquí'), 'Va: aquí', [], []],
  [
    'a simple condition',
    `<w:fldSimple w:instr=" IF a = b Uno Dos ">${r('Dos')}</w:fldSimple>`,
    'Va: Dos',
    [],
    ['wordResult Dos'],
  ],
  [
    'a condition on an empty value',
    fieldAround(['IF', merge('apto'), '<> "" "con apartamento" "" \\* MERGEFORMAT'], ''),
    'Va: {{#si no vacío(apto)}}con apartamento{{sino}}{{/si}}',
    ['Apto: text'],
    ['wordFormula IF «apto» <> "" "con apartamento" ""'],
  ],
  [
    'a condition with tags in its texts',
    fieldAround(['IF', merge('a'), '= 1 "{{b}}"'], ''),
    'Va: {{#si a = "1"}}{ {b} }{{sino}}{{/si}}',
    ['A: text'],
    ['wordFormula IF «a» = 1 "{{b}}"'],
  ],
  [
    'a condition that the type of its field does not allow',
    fieldAround(['IF', merge('correo'), '> 5 "uno" "dos"'], 'uno'),
    'Va: {{correo}}',
    ['Correo: email'],
    ['wordFormula IF «correo» > 5 "uno" "dos"'],
  ],
  [
    'a condition with merge fields in its texts',
    fieldAround(['IF', merge('sexo'), '= "F" "doña', merge('nombre'), '" "don"'], 'doña Ana'),
    'Va: {{sexo}}{{nombre}}',
    ['Sexo: text', 'Nombre: text'],
    ['wordFormula IF «sexo» = "F" "doña «nombre» " "don"'],
  ],
  [
    'a condition in a condition',
    fieldAround(['IF', merge('a'), '= 1 "x"', fieldAround(['IF', merge('b'), '= 2 "y" "z"'], 'z')], 'z'),
    'Va: {{a}}{{#si b = "2"}}y{{sino}}z{{/si}}',
    ['A: text', 'B: text'],
    ['wordFormula IF «b» = 2 "y" "z"', 'wordFormula IF «a» = 1 "x" «b»'],
  ],
])('reads %s', async (_, content, body, fields, omittedItems) => {
  expect(await importBody(content)).toEqual({ body, fields, omittedItems })
})

it('keeps the text of a computed field whose proposal is dismissed', async () => {
  const content = fieldAround(['IF', merge('sexo'), '= "F" "doña', merge('nombre'), '" "don"'], 'doña Ana')
  expect((await importBody(content, 'dismissed')).body).toBe('Va: doña Ana')
})
