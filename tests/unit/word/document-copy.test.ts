import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { initialFormats } from '../../../src/domain/formats/seed/initial-formats.ts'
import { ZipReader } from '../../../src/sheets/files/zip/zip-reader.ts'
import { readXmlTree, type XmlElement } from '../../../src/word/reading/xml-tree.ts'
import { writeDocumentCopy } from '../../../src/word/writing/document-copy.ts'
import { exampleOf, modelOf, renderWholePdf } from '../../support/example-documents.ts'
import { convertWithWriter, hasWriter } from '../../support/office.ts'

const folder = mkdtempSync(join(tmpdir(), 'copy-'))
afterAll(() => rmSync(folder, { recursive: true }))

const models = initialFormats.map((template) => {
  const { model } = modelOf(template, exampleOf(template.fields))
  return { ...model, kind: 'final' as const, check: null, approval: null }
})

const collect = (element: XmlElement): string =>
  element.name === 't' ? element.text : element.name === 'tab' ? ' ' : element.children.map(collect).join('')

describe('a document as an editable copy', () => {
  it('has its mark in the header of every page', async () => {
    const [model] = models
    if (!model) throw new Error('no model')
    const bytes = new Uint8Array(await (await writeDocumentCopy({ ...model, kind: 'preliminary' })).arrayBuffer())
    const zip = new ZipReader(bytes)
    expect(collect(await readXmlTree(zip, 'word/header.xml'))).toBe(
      'Copia editable, sin validez · Documento preliminar',
    )
    const section = JSON.stringify(await readXmlTree(zip, 'word/document.xml'))
    expect(section).toContain('"name":"headerReference","attributes":{"type":"default","id":"rId4"}')
    expect(section).not.toContain('titlePg')
  })

  it('keeps amounts with their currency symbol on one line', async () => {
    const [model] = models
    if (!model) throw new Error('no model')
    const blocks = [{ kind: 'paragraph' as const, runs: [{ text: 'Son $ 2.600.000,00 hoy', bold: false }] }]
    const bytes = new Uint8Array(await (await writeDocumentCopy({ ...model, blocks })).arrayBuffer())
    const text = collect(await readXmlTree(new ZipReader(bytes), 'word/document.xml'))
    expect(text).toContain('Son $\u00a02.600.000,00 hoy')
  })
})

/** Returns the words of a text in order. Joins words that the PDF hyphenates. */
const toWords = (text: string) =>
  text
    .replace(/(?<=[a-zñáéíóúü])-\n(?=[a-zñáéíóúü])/g, '')
    .replace(/\t/g, ' ')
    .split(/\s+/)
    .filter(Boolean)

/** Removes the footers of a PDF, and the headers of all pages but the first. */
function removePageLines(text: string, { number, format, organisation }: (typeof models)[number]): string {
  const footer = /(?:^|\n)[A-Z]+-2026-000001\s+Página \d+ de \d+/g
  const header = new RegExp(`${organisation.name} · ${format.name}\\s+${number}`, 'g')
  return text.replace(footer, '').replace(header, '')
}

describe.skipIf(!hasWriter)('a copy opened by LibreOffice', () => {
  it('has the text of the PDF', async () => {
    const names: string[] = []
    for (const model of models) {
      const name = `${model.format.code}.docx`
      writeFileSync(join(folder, name), new Uint8Array(await (await writeDocumentCopy(model)).arrayBuffer()))
      names.push(name)
    }
    const texts = convertWithWriter(folder, 'txt:Text (encoded):UTF8', names)
    for (const model of models) {
      const { code } = model.format
      const pdf = join(folder, `${code}.pdf`)
      writeFileSync(pdf, renderWholePdf(model).text)
      const printed = execFileSync('pdftotext', ['-raw', pdf, '-'], { encoding: 'utf8' })
      const copied = readFileSync(join(texts, `${code}.txt`), 'utf8').replace(/^\ufeff/, '')
      expect(toWords(copied)).toEqual(toWords(removePageLines(printed, model)))
    }
  }, 120_000)
})
