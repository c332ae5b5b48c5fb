import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { DocumentModel } from '../../src/domain/documents/document.ts'
import { layoutDocument } from '../../src/domain/documents/layout/layout.ts'
import type { PageSetup } from '../../src/domain/documents/page.ts'
import { renderBlocks } from '../../src/domain/documents/render.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { PreviewPage, toSvgPath } from '../../src/requests/preview-page.tsx'
import { aLogo, aModel, exampleOf, leastOf, modelOf, mostOf, renderWholePdf } from '../support/example-documents.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

interface Word {
  text: string
  x: number
  /** Position of the baseline from the top. */
  y: number
}

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
const plain = (text: string) => text.replace(/&[#\w]+;/g, (entity) => entities[entity] ?? entity)

/** Returns the words of the PDF by page, from poppler. */
function wordsInPdf(model: DocumentModel): Word[][] {
  const file = join(folder, 'document.pdf')
  writeFileSync(file, renderWholePdf(model).text)
  const boxes = execFileSync('pdftotext', ['-bbox', file, '-'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  return boxes
    .split('<page ')
    .slice(1)
    .map((page) =>
      [...page.matchAll(/xMin="([\d.]+)" yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">([^<]*)</g)].map(
        ([, x, top, bottom, text = '']) => {
          // The font reaches 1.05 of its size above the baseline, and .293 below it.
          const y = Number(top) + ((Number(bottom) - Number(top)) * 1.05) / 1.343
          return { text: plain(text), x: Number(x), y }
        },
      ),
    )
}

/** Returns the words of the preview by page. */
function wordsInPreview(model: DocumentModel): Word[][] {
  const laid = layoutDocument(model)
  return laid.pages.map((page, index) => {
    const drawn = { laid, page, index, label: '', active: '', optional: new Set<string>() }
    const svg = renderToStaticMarkup(<PreviewPage {...drawn} />)
    return [...svg.matchAll(/<text y="([\d.]+)"[^>]*>(.*?)<\/text>/g)].flatMap(([, y, line = '']) => {
      const x = Number(/<tspan x="([\d.]+)"/.exec(line)?.[1])
      const text = plain(line.replace(/<[^>]*>/g, '')).trim()
      return text ? [{ text, x, y: Number(y) }] : []
    })
  })
}

/** Returns the text lines from top to bottom. */
function lines(words: readonly Word[]): string[] {
  const rows: { y: number; words: Word[] }[] = []
  for (const word of words) {
    const row = rows.find(({ y }) => Math.abs(y - word.y) < 1)
    if (row) row.words.push(word)
    else rows.push({ y: word.y, words: [word] })
  }
  const inOrder = rows.sort((a, b) => a.y - b.y)
  return inOrder.map((row) => {
    const texts = row.words.sort((a, b) => a.x - b.x).map(({ text }) => text)
    // The hyphen of a broken word is drawn apart.
    return texts.join(' ').replace(/\s+/g, ' ').replace(/ -$/, '-')
  })
}

const pages: PageSetup[] = [
  { size: 'a4', margins: 'narrow', isJustified: true, country: 'MX', textSize: 11 },
  { size: 'a4', margins: 'wide', isJustified: false, country: 'CL', textSize: 11 },
  { size: 'legal', margins: 'wide', isJustified: true, country: 'CO', textSize: 11 },
  { size: 'legal', margins: 'normal', isJustified: false, country: 'PE', textSize: 11 },
  { size: 'letter', margins: 'narrow', isJustified: false, country: 'AR', textSize: 11 },
]

describe.each(initialFormats.map((template) => [template.code, template] as const))('%s', (_, template) => {
  test.each(Object.entries({ leastOf, exampleOf, mostOf }))(
    'breaks lines and pages like the PDF with %s',
    (_, valuesOf) => {
      const { model } = modelOf(template, valuesOf(template.fields), aLogo())
      const pdf = wordsInPdf(model).map(lines)
      expect(wordsInPreview(model).map(lines)).toEqual(pdf)
      expect(pdf[0]?.length).toBeGreaterThan(5)
    },
  )

  test('matches the PDF with other paper, margins and countries', () => {
    const values = mostOf(template.fields)
    const drawn = pages.map((page) => {
      const { model } = modelOf(template, values, aLogo(), page)
      const preview = wordsInPreview(model).map(lines)
      expect(preview, JSON.stringify(page)).toEqual(wordsInPdf(model).map(lines))
      return JSON.stringify(preview)
    })
    expect(new Set(drawn).size).toBe(pages.length)
  })
})

test('breaks and draws italics like the PDF, alone and in bold', () => {
  const body = '{{*}}Una frase bastante larga en cursiva{{*}} y **otra {{*}}en las dos{{*}}** que sigue. '.repeat(30)
  const drawnOf = (text: string) => aModel({ blocks: renderBlocks(text, [], {}) })
  const model = drawnOf(body)
  expect(wordsInPreview(model).map(lines)).toEqual(wordsInPdf(model).map(lines))
  expect(wordsInPreview(drawnOf(body.replaceAll('{{*}}', ''))).map(lines)).not.toEqual(wordsInPreview(model).map(lines))
  const [page] = layoutDocument(model).pages
  if (!page) throw new Error('there is no page')
  const drawn = { laid: layoutDocument(model), page, index: 0, label: '', active: '', optional: new Set<string>() }
  expect(renderToStaticMarkup(<PreviewPage {...drawn} />)).toMatch(/<tspan[^>]*class="\S*bold\S* \S*italic[^>]*>en/)
})

test('draws levels, alignment, underlines, tabs and merged cells like the PDF', () => {
  const body = [
    '# {{a la izquierda}} {{_}}Título{{_}}\n{{al centro}} al {{_}}centro{{_}}\n{{a la derecha}} derecha',
    `{{1.}} uno\n{{>a)}} ${'texto {{_}}subrayado y largo{{_}} '.repeat(12)}\n{{>>i.}} tres\n{{1.}} cuatro`,
    'Firma {{tabulación}} C. C.\nNombre {{tabulación 5 cm}} Ana',
    '| {{2 columnas}} A | B |\n| 1 | 2 | 3 |\n| {{a la derecha}} {{2 columnas}} Total | 5 |',
  ].join('\n\n')
  const model = aModel({ blocks: renderBlocks(body, [], {}) })
  const joined = (pages: Word[][]) => pages.map((words) => lines(words).map((line) => line.replace(/ /g, '')))
  expect(joined(wordsInPreview(model))).toEqual(joined(wordsInPdf(model)))
  const laid = layoutDocument(model)
  const [page] = laid.pages
  if (!page) throw new Error('there is no page')
  const drawn = { laid, page, index: 0, label: '', active: '', optional: new Set<string>() }
  const svg = renderToStaticMarkup(<PreviewPage {...drawn} />)
  expect(svg.match(/aria-colspan="2"/g)).toHaveLength(2)
  expect(svg.match(/role="list"/g)).toHaveLength(3)
})

test('labels the parts of each page with roles', () => {
  const [first] = initialFormats
  if (!first) throw new Error('there is no format')
  const { model } = modelOf(first, exampleOf(first.fields), aLogo())
  const laid = layoutDocument(model)
  const [page] = laid.pages
  if (!page) throw new Error('there is no page')
  const svg = renderToStaticMarkup(
    <PreviewPage laid={laid} page={page} index={0} label="Página 1 de 1" active="cargo" optional={new Set()} />,
  )
  expect(svg).toContain('aria-label="Página 1 de 1"')
  expect(svg).toMatch(/<g role="heading" aria-level="2"><text[^>]*><tspan[^>]*>CERTIFICACIÓN LABORAL/)
  expect(svg).toContain('<g role="img" aria-label="Cooperativa Ñandú"><image')
  expect(svg).toMatch(/data-active="true">Analista de nómina/)
})

test('converts a PDF path to an SVG path', () => {
  expect(toSvgPath('70 0 m 70 700 l 1 2 3 4 5 6 c h 3 4 5 1 re')).toBe('M70 0L70 700C1 2 3 4 5 6ZM3 4h5v1h-5Z')
})
