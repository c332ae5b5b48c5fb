import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWordDocument } from '../../../src/word/reading/read-word-document.ts'
import { buildImportedFormat, createProposalDecisions } from '../../../src/word/word-format.ts'
import { br, docx, field, p, r, tbl, tc, tr } from '../../fixtures/word-parts.mjs'
import { findLostWords } from './lost-words.ts'

const folder = join(import.meta.dirname, '../../fixtures/word')

async function readAndCount(bytes: Uint8Array) {
  const document = await readWordDocument(bytes)
  const omittedItems = document.omittedItems.map(({ kind, place, text }) => `${kind} ${place} ${text}`)
  return { ...document, lost: await findLostWords(bytes, document), omittedItems }
}

/** Page numbers of headers and footers, which are not listed. */
const pageNumbers: Record<string, string[]> = { 'combinacion.docx': ['1'] }

it.each(readdirSync(folder))('%s: each word is in the text or in the list of omitted content', async (name) => {
  const { lost } = await readAndCount(new Uint8Array(readFileSync(join(folder, name))))
  expect(lost).toEqual(pageNumbers[name] ?? [])
})

const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
const code = (text: string) => `<w:r><w:instrText>${text}</w:instrText></w:r>`
const choice = (inside: string) => `<mc:AlternateContent>${inside}</mc:AlternateContent>`
const cells = (count: number) => tr(Array.from({ length: count }, (_, index) => tc(`celda${index + 1}`)))

describe('text in unusual elements', () => {
  it.each([
    ['an unknown element around paragraphs', `<w:nuevo>${p('Dos')}</w:nuevo>`, ['Uno', 'Dos', 'Fin'], []],
    ['an unknown element around runs', `<w:p><w:nuevo>${r('Dos')}</w:nuevo></w:p>`, ['Uno', 'Dos', 'Fin'], []],
    [
      'content for a new version of Word inside a paragraph',
      `<w:p>${choice(`<mc:Choice>${r('Dos')}</mc:Choice><mc:Fallback>${r('Viejo')}</mc:Fallback>`)}</w:p>`,
      ['Uno', 'Dos', 'Fin'],
      [],
    ],
    [
      'content only for older versions of Word',
      choice(`<mc:Fallback>${p('Dos')}</mc:Fallback>`),
      ['Uno', 'Dos', 'Fin'],
      [],
    ],
    ['a paragraph in a paragraph', `<w:p><w:p>${r('Dos')}</w:p></w:p>`, ['Uno', 'Dos', 'Fin'], []],
    ['text outside of runs', '<w:p><w:t>Dos tres</w:t></w:p>', ['Uno', 'Fin'], ['lost 2 Dos tres']],
    ['text outside of paragraphs', '<w:t>Dos</w:t><w:r><w:t>tres</w:t></w:r>', ['Uno', 'Fin'], ['lost 1 Dostres']],
    [
      'ruby text',
      `<w:p>${r('Dos ')}<w:r><w:ruby><w:rt>${r('arriba')}</w:rt><w:rubyBase>${r('base')}</w:rubyBase></w:ruby></w:r></w:p>`,
      ['Uno', 'Dos', 'Fin'],
      ['lost 2 arribabase'],
    ],
    ['a field without an end', `<w:p>${begin}${r('Dos')}</w:p>${p('Tres')}`, ['Uno', 'Dos', 'Tres', 'Fin'], []],
    [
      'a field that ends in deleted text',
      `<w:p>${begin}${code('PAGE')}${r('Dos')}<w:del><w:r><w:fldChar w:fldCharType="end"/></w:r></w:del></w:p>`,
      ['Uno'],
      ['lost 3 Dos Fin'],
    ],
    ['a control without content', `<w:sdt><w:sdtPr>${p('Dos')}</w:sdtPr></w:sdt>`, ['Uno', 'Fin'], ['lost 1 Dos']],
  ])('%s', async (_, body, text, omittedItems) => {
    const read = await readAndCount(docx({ body: p('Uno') + body + p('Fin') }))
    expect(read.lost).toEqual([])
    expect(read.body.split('\n\n')).toEqual(text)
    expect(read.omittedItems).toEqual(omittedItems)
  })

  it('lists the cells after the 63rd column', async () => {
    const read = await readAndCount(docx({ body: p('Uno') + tbl([100], [cells(65)]) }))
    expect(read.omittedItems).toEqual(['lost 64 celda64', 'lost 64 celda65'])
    const wide = tr([tc('ancha', '<w:gridSpan w:val="40"/>'), tc('otra', '<w:gridSpan w:val="40"/>'), tc('fuera')])
    expect((await readAndCount(docx({ body: p('Uno') + tbl([100], [wide]) }))).omittedItems).toEqual(['lost 4 fuera'])
  })

  it('lists equations and hidden text of the header and the footer', async () => {
    const section = '<w:sectPr><w:headerReference r:id="rIdheader"/><w:footerReference r:id="rIdfooter"/></w:sectPr>'
    const bytes = docx({
      body: p('Uno') + section,
      header: `<w:p>${r('Andina')}<w:t>suelto</w:t></w:p>`,
      footer: p(`${r('Pie ')}${r('oculto', '<w:vanish/>')}${field('PAGE', '1')}`),
    })
    const read = await readAndCount(bytes)
    expect(read.omittedItems).toEqual(['lost 0 suelto', 'footer 0 Pie', 'hidden 0 oculto'])
  })
})

describe('text in another file of the archive', () => {
  it('refuses a document without other text, and names the way out', async () => {
    const bytes = docx({ chunk: '<p>CLÁUSULA SEGUNDA</p>', body: '<w:altChunk r:id="rIdChunk"/>' })
    await expect(readWordDocument(bytes)).rejects.toThrow('Ábralo en Word, guárdelo de nuevo')
  })

  it('lists it even if its file is missing', async () => {
    const { omittedItems } = await readAndCount(docx({ body: `${p('Uno')}<w:altChunk r:id="rId7"/>` }))
    expect(omittedItems).toEqual(['embedded 1 '])
  })
})

it.each([
  ['one paragraph', (text: string) => p(text)],
  ['one cell', (text: string) => p('Firma') + tbl([4000], [tr([tc(p(text))])])],
])('keeps the signature of a block in %s', async (_, wrap) => {
  const text = ['__________________', 'GERENTE', 'NUBIA IBÁÑEZ REY', 'C.C. 51.765.432'].map((line) => r(line)).join(br)
  const document = await readWordDocument(docx({ body: wrap(text) + p('Fin') }))
  const decisions = createProposalDecisions(document.proposals).map((one) => ({ ...one, status: 'accepted' as const }))
  expect(buildImportedFormat(document, decisions, 'COP').body).toContain(
    '{{#aquí firma}}\nGERENTE\nNUBIA IBÁÑEZ REY\nC.C. 51.765.432\n{{/aquí firma}}',
  )
})
