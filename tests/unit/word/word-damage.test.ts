import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readWordDocument } from '../../../src/word/reading/read-word-document.ts'
import { WordReadError } from '../../../src/word/reading/word-error.ts'
import { buildImportedFormat, createProposalDecisions } from '../../../src/word/word-format.ts'
import { br, docx, p, r, tab } from '../../fixtures/word-parts.mjs'
import { createRandom } from '../../support/chance.ts'
import { zip } from '../../support/sheets.ts'
import { findLostWords } from './lost-words.ts'

const folder = join(import.meta.dirname, '../../fixtures/word')
const files = readdirSync(folder).map((name) => new Uint8Array(readFileSync(join(folder, name))))
/** Page number in the footer of `combinacion.docx`, which is not listed. */
const unlisted = ['1']

/** Returns `read`, the code of the refusal, or the words that are lost without notice. */
const codeOf = (bytes: Uint8Array) =>
  readWordDocument(bytes).then(
    async (document) => {
      const lost = (await findLostWords(bytes, document)).filter((word) => !unlisted.includes(word))
      return lost.length ? `lost ${lost.join(' ')}` : 'read'
    },
    (error: unknown) => (error instanceof WordReadError ? error.code : `${error}`),
  )

describe('damaged documents', () => {
  it('refuses or reads 600 damaged copies without another error', async () => {
    const random = createRandom(29)
    const other: string[] = []
    const counts = { read: 0, refused: 0 }
    let most = 0
    for (let turn = 0; turn < 600; turn++) {
      const bytes = Uint8Array.from(files[turn % files.length] ?? [])
      const damaged = turn % 3 === 0 ? bytes.subarray(0, Math.floor(random() * bytes.length)) : bytes
      if (turn % 3 !== 0)
        for (let flip = 0; flip < 1 + (turn % 5); flip++)
          damaged[Math.floor(random() * damaged.length)] = Math.floor(random() * 256)
      const code = await codeOf(damaged)
      most = Math.max(most, process.memoryUsage().rss)
      if (code === 'read') counts.read++
      else if (code.startsWith('word.')) counts.refused++
      else other.push(`${turn}: ${code}`)
    }
    expect(other).toEqual([])
    expect(counts.read + counts.refused).toBe(600)
    expect(counts.refused).toBeGreaterThan(300)
    // Measured after each copy: 99 MB, of which the test runner takes 61 MB.
    expect(most).toBeLessThan(300 * 2 ** 20)
  }, 60_000)

  it('reads or refuses 300 documents with damaged XML in an intact archive', async () => {
    const random = createRandom(7)
    const body = 'tbl tr tc p r t t ins del other sdt sdtContent hyperlink numPr fldChar br drawing'.split(' ')
    const other: string[] = []
    for (let turn = 0; turn < 300; turn++) {
      const open: string[] = []
      let xml = ''
      for (let step = 0; step < 80; step++) {
        if (open.length && random() < 0.4) xml += `</w:${open.pop()}>`
        else if (random() < 0.2) xml += `____ [x] {{ y${step}`
        else {
          const name = body[Math.floor(random() * body.length)] ?? 'p'
          open.push(name)
          xml += `<w:${name} w:val="${Math.floor(random() * 1e9)}" w:fldCharType="begin">`
        }
      }
      while (open.length && random() > 0.01) xml += `</w:${open.pop()}>`
      const code = await codeOf(docx({ body: p('Texto') + xml }))
      if (code !== 'read' && !code.startsWith('word.')) other.push(`${turn}: ${code}`)
    }
    expect(other).toEqual([])
  }, 60_000)
})

describe('refused files', () => {
  const deep = (levels: number) =>
    docx({ body: '<w:tbl><w:tr><w:tc>'.repeat(levels) + p('x') + '</w:tc></w:tr></w:tbl>'.repeat(levels) })
  const app = (pages: number) =>
    zip({
      'word/document.xml': '<w:document><w:body><w:p><w:r><w:t>Texto</w:t></w:r></w:p></w:body></w:document>',
      'docProps/app.xml': `<Properties><Pages>${pages}</Pages></Properties>`,
    })

  it.each([
    ['an empty file', () => new Uint8Array(), 'word.empty'],
    ['a PDF', () => Buffer.from('%PDF-1.7 …'), 'word.pdf'],
    ['an old document', () => Buffer.from('{\\rtf1 Hola}'), 'word.other'],
    ['a workbook', () => zip({ 'xl/workbook.xml': '<workbook/>' }), 'word.sheet'],
    ['another archive', () => zip({ 'a.txt': 'hola' }), 'word.unknown'],
    ['a document without text', () => docx({ body: p('') }), 'word.noText'],
    ['301 pages', () => app(301), 'word.pages'],
    ['more text than 300 pages', () => docx({ body: p('a'.repeat(100)).repeat(12_001) }), 'word.pages'],
    ['21 MB', () => new Uint8Array(21 * 1024 * 1024), 'word.size'],
    [
      'XML entities',
      () => zip({ 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><w:document/>' }),
      'word.entities',
    ],
    ['deep nesting', () => deep(200), 'word.damaged'],
  ])('refuses %s', async (_, make, code) => {
    expect(await codeOf(make())).toBe(code)
  })

  it('reads 300 pages', async () => {
    expect(await codeOf(app(300))).toBe('read')
  })

  it('refuses an archive that expands to more than its limit', async () => {
    const bomb = zip({ 'word/document.xml': Buffer.alloc(80 * 1024 * 1024, 32) })
    expect(await codeOf(bomb)).toBe('word.expands')
  })

  // Took hours as long as each character of the row was tried as the start of a blank.
  it.each(['_', '.', '__ ', 'X'])('reads a paragraph of a million characters, all of them %j', async (piece) => {
    expect(await codeOf(docx({ body: p(piece.repeat(1_000_000 / piece.length)) }))).toBe('read')
  })

  // Took minutes to hours as long as each line, blank or space was compared with all others.
  it.each([
    ['short lines', () => p('Texto corto').repeat(30_000), 0],
    ['blanks in one paragraph', () => p('Uno ____ dos '.repeat(20_000)), 20_000],
    ['boxes for yes and no', () => p('¿Uno? Sí ___ No ___ '.repeat(10_000)), 10_000],
    ['spaces', () => p(`a${' '.repeat(1_000_000)}b`), 0],
    ['line breaks', () => p(`${r('a')}${br.repeat(200_000)}${r('b')}`), 0],
    ['tabs', () => p(`${r('a')}${tab.repeat(200_000)}${r('b')}`), 0],
    ['lost styles', () => p(r('tachado', '<w:strike/>')).repeat(20_000), 0],
  ])(
    'reads many %s',
    async (_, makeBody, proposals) => {
      const document = await readWordDocument(docx({ body: makeBody() }))
      expect(document.proposals).toHaveLength(proposals)
      const decisions = createProposalDecisions(document.proposals).map((one) => ({
        ...one,
        status: 'accepted' as const,
      }))
      expect(buildImportedFormat(document, decisions, 'COP').fields).toHaveLength(proposals)
    },
    60_000,
  )

  it('ends cycles of styles and numbering', async () => {
    const styles =
      '<w:style w:type="paragraph" w:styleId="A"><w:basedOn w:val="B"/></w:style><w:style w:type="paragraph" w:styleId="B"><w:basedOn w:val="A"/></w:style>'
    const numbering =
      '<w:abstractNum w:abstractNumId="1"><w:numStyleLink w:val="L"/><w:styleLink w:val="L"/></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>'
    const properties = '<w:pStyle w:val="A"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
    expect(await codeOf(docx({ styles, numbering, body: p('Texto', properties) }))).toBe('read')
  })
})
