import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { mergePdfs } from '../../src/domain/documents/pdf/join-pdfs.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { aLogo, aModel, documentOf, exampleOf, leastOf, mostOf, renderWholePdf } from '../support/example-documents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { faultsOf, lacksVeraPdf } from '../support/verapdf.ts'

const folder = temporaryFolder()

const writePdfFile = (name: string, text: string) => {
  const file = join(folder, `${name}.pdf`)
  writeFileSync(file, text)
  return file
}
const wordsOf = (file: string) => execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
const pagesOf = (file: string) =>
  Number(/Pages:\s+(\d+)/.exec(execFileSync('pdfinfo', [file], { encoding: 'utf8' }))?.[1])

function joined(files: string[], twoSided = false) {
  const pieces: string[] = []
  const title = 'Documentos de LOT-2026-000012 · parte 1 de 2'
  const joinedPdf = mergePdfs({ title, author: 'Cooperativa Ñandú', date: '2026-11-22', twoSided }, (piece) =>
    pieces.push(piece),
  )
  const taken = files.map((file, index) => joinedPdf.add(file, `CL-2026-00000${index + 1}`))
  joinedPdf.end()
  return { taken, pieces, text: pieces.join('') }
}

/** Documents of all formats: short and long, with and without logo, with all character sets. */
const all = initialFormats.flatMap((template) =>
  [leastOf, exampleOf, mostOf].map((valuesOf, index) =>
    documentOf(template, valuesOf(template.fields), index ? aLogo() : null),
  ),
)
const texts = all.map(({ text }) => text)

describe('join documents', () => {
  const { taken, pieces, text } = joined(texts)
  const file = writePdfFile('whole', text)

  test('keeps all pages unchanged and in order', () => {
    expect(taken).toEqual(texts.map(() => true))
    expect(execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })).toContain(
      'No syntax or stream encoding errors',
    )
    expect(wordsOf(file)).toBe(texts.map((each, index) => wordsOf(writePdfFile(`single-${index}`, each))).join(''))
  })

  test('includes shared fonts once', () => {
    const fonts = new Set(texts.flatMap((each) => each.match(/\/FontName\/\S+?(?=\/)/g) ?? []))
    expect(text.match(/\/FontFile2/g)).toHaveLength(fonts.size)
    expect(text.length).toBeLessThan(texts.reduce((sum, each) => sum + each.length, 0) / 2)
  })

  test('adds a bookmark to the first page of each document', () => {
    const outline = JSON.parse(
      execFileSync('qpdf', ['--json', '--json-key=outlines', file], { encoding: 'utf8' }),
    ).outlines
    let first = 1
    const firsts = texts.map((_, index) => {
      const page = first
      first += pagesOf(join(folder, `single-${index}.pdf`))
      return page
    })
    expect(
      outline.map((each: { title: string; destpageposfrom1: number }) => [each.title, each.destpageposfrom1]),
    ).toEqual(firsts.map((page, index) => [`CL-2026-00000${index + 1}`, page]))
  })

  test('writes in chunks, with the same bytes for the same documents', () => {
    expect(pieces.length).toBeGreaterThan(5)
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200_000)
    expect(joined(texts).text).toBe(text)
  })

  test.skipIf(lacksVeraPdf())('passes veraPDF for PDF/UA-1 and PDF/A-2a', { timeout: 120_000 }, () => {
    const twoSided = writePdfFile('two-sided', joined(texts, true).text)
    expect(faultsOf('ua1', [twoSided])).toEqual([])
    expect(faultsOf('2a', [twoSided])).toEqual([])
  })
})

test('starts each document on a new sheet for two-sided printing', () => {
  const singles = texts.slice(0, 4)
  const pages = singles.map((each, index) => pagesOf(writePdfFile(`side-${index}`, each)))
  const { text } = joined(singles, true)
  const expected = pages.slice(0, -1).reduce((sum, count) => sum + count + (count % 2), 0) + (pages.at(-1) ?? 0)
  expect(pagesOf(writePdfFile('sides', text))).toBe(expected)
  expect(pages.reduce((sum, count) => sum + count)).toBeLessThan(expected)
})

test('leaves object-like numbers within texts unchanged', () => {
  const organisation = { name: 'Piso 12 0 R (3 0 R)', id: '', city: '', logo: aLogo() }
  const format = { code: 'X', name: 'Cosa' }
  const { text } = renderWholePdf(aModel({ organisation, format, number: 'X-1' }))
  expect(joined([text, text]).text.match(/\/Alt ?\(.*?R\\\)\)/g)).toEqual(
    Array(2).fill('/Alt (Piso 12 0 R \\(3 0 R\\))'),
  )
})

test.each([
  ['another writer', () => '%PDF-1.7\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n%%EOF\n'],
  ['this product, cut short', () => texts[0]?.slice(0, -300) ?? ''],
  ['this product, with an additional byte', () => (texts[0] ?? '').replace('endobj\n', 'endobj \n')],
  ['zero bytes', () => ''],
])('skips a file of %s without a trace', (_, file) => {
  const { taken, text } = joined([texts[0] ?? '', file(), texts[1] ?? ''])
  expect(taken).toEqual([true, false, true])
  execFileSync('qpdf', ['--check', writePdfFile('foreign', text)])
  expect(pagesOf(join(folder, 'foreign.pdf'))).toBe(2)
})
