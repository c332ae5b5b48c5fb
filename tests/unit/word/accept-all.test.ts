import { expect, it } from 'vitest'
import { fieldSchema } from '../../../src/domain/fields/field.ts'
import { validateFormat } from '../../../src/domain/formats/format-check.ts'
import { readWordDocument } from '../../../src/word/reading/read-word-document.ts'
import { buildImportedFormat, createProposalDecisions } from '../../../src/word/word-format.ts'
import {
  abstract,
  b,
  br,
  control,
  docx,
  field,
  fieldAround,
  item,
  num,
  p,
  r,
  tab,
  tbl,
  tc,
  tr,
  wordStyles,
} from '../../fixtures/word-parts.mjs'
import { createRandom } from '../../support/chance.ts'

const random = createRandom(39)
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
const numbering = abstract(1, [['decimal', '%1.']]) + num(1, 1)

const words =
  'nombre|Nombre|NOMBRES|Lugar de expedición|Lugar expedición|C.C. N.º|valor en letras|¿?|1)|si|constructor|x*y|{a|fecha_documento|columnas|aquí firma|\u202eabc|#|2|salario %'.split(
    '|',
  )
const options = ['Sí', 'si', 'SI ', 'uno; dos', 'a|b', 'a'.repeat(300), '', '\u202ex']
const getOptions = () => [0, 1, 2].map(() => `<w:listItem w:displayText="${pick(options)}" w:value="1"/>`).join('')
const merge = () => field(`MERGEFIELD "${pick(words)}"`, '«x»')

/** Returns runs with a blank of any kind. */
const blank = (): string =>
  pick([
    () => r(`${pick(words)} ____ `),
    () => r(`[${pick(words)}] «${pick(words)}» ($ [${pick(words)}]) {{${pick(words)}}} `),
    () => r('$ ____, __ de ____ de 2026, ____ (__) meses, Sí ___ No ___ '),
    () => r(`☐ ${pick(words)} **`),
    () => r(pick(words), '<w:highlight w:val="yellow"/>'),
    merge,
    () =>
      fieldAround(['IF', merge(), `${pick(['=', '<>', '>'])} ${pick(['1', '"F"', '""'])} "${pick(words)}" "no"`], ''),
    () => control(`<w:alias w:val="${pick(words)}"/><w:dropDownList>${getOptions()}</w:dropDownList>`, r('Elija')),
    () => control(pick(['<w:date/>', '<w14:checkbox/>', '<w:text/>']), r('hoy')),
    () => field(pick(['DATE', '=1+1', 'REF x', 'FILLIN "¿?"']), '2'),
    () => tab + br,
  ])()

const signature = () => p(r('____________') + br + blank())
const block = (): string =>
  pick([
    () => p(blank() + blank() + blank()),
    () => item(1, 0, blank() + blank()),
    () => p(blank(), '<w:pStyle w:val="Ttulo1"/><w:jc w:val="center"/>'),
    signature,
    () => tbl([100, 100], [tr([tc(signature()), tc(signature())])]),
    () =>
      tbl(
        [100, 100],
        [
          tr([tc(p(r(`A ${pick(words)}`, b))), tc(p(r(`A ${pick(words)}`, b)))]),
          tr([tc(''), tc('')]),
          tr([tc(p(blank())), tc(p(blank()))]),
        ],
      ),
  ])()

it('makes a format that can be published from each document if all proposals are accepted', async () => {
  const errors: object[] = []
  let count = 0
  for (let turn = 0; turn < 200; turn++) {
    const body = Array.from({ length: 6 }, block).join('')
    const document = await readWordDocument(docx({ styles: wordStyles, numbering, body }))
    const decisions = createProposalDecisions(document.proposals).map((one) => ({
      ...one,
      status: 'accepted' as const,
    }))
    const format = buildImportedFormat(document, decisions, 'COP')
    count += format.fields.length
    const found = validateFormat(format, { today: '2026-11-24', country: 'CO', letters: 'ours' })
    const isValid = format.fields.every((one) => fieldSchema.safeParse(one).success)
    if (Object.keys(found).length || !isValid) errors.push({ turn, found, ...format })
  }
  expect(errors).toEqual([])
  expect(count).toBeGreaterThan(1000)
})

it('makes no table field with more columns than a format can have', async () => {
  const row = (text: string, properties = '') =>
    tr(
      Array.from({ length: 51 }, () => tc(p(r(text)))),
      properties,
    )
  const table = tbl([100], [row('Dato', '<w:tblHeader/>'), tr(Array.from({ length: 51 }, () => tc('')))])
  const { proposals } = await readWordDocument(docx({ body: table }))
  expect(proposals.filter(({ kind }) => kind === 'table')).toEqual([])
})
