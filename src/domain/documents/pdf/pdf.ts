import type { DocumentModel } from '../document.ts'
import { getNumberLabel } from '../layout/header-footer.ts'
import { type DocumentLayout, layoutDocument, type UnsupportedCharacter } from '../layout/layout.ts'
import type { FontStyle } from '../layout/metrics.ts'
import type { Colour, LayoutPage, MarkedContent, PageItem, PathItem, TextItem } from '../layout/page-flow.ts'
import type { StyledRun } from '../layout/words.ts'
import type { Logo } from '../logo.ts'
import { embedFont, type FontLookup } from './fonts.ts'
import { addMetadata, computeFileId } from './metadata.ts'
import {
  addObject,
  assemblePdf,
  createStream,
  encodePdfString,
  type GlyphRun,
  type PdfFile,
  reserveObject,
  setObject,
  toGlyphRuns,
} from './pdf-file.ts'
import { addStructureTree } from './structure-tree.ts'

/** Generated PDF. Valid only if `lacking` is empty. */
export interface GeneratedPdf {
  /** File without `pdfHeader`, ASCII only. Joining both takes goja as long as the page layout, so the caller joins them. */
  body: string
  lacking: UnsupportedCharacter[]
}

/** Writes a document as PDF/A-2a and PDF/UA-1. Equal models produce equal bytes. */
export function renderPdf(model: DocumentModel, fontOf: FontLookup): GeneratedPdf {
  const laid = layoutDocument(model)
  const body = writePdf(model, laid, fontOf)
  return { body, lacking: laid.lacking }
}

function writePdf(model: DocumentModel, { frame, pages, tags }: DocumentLayout, fontOf: FontLookup): string {
  const file: PdfFile = { objects: [] }
  const catalog = reserveObject(file)
  const tree = reserveObject(file)
  const used: PageResources = { fonts: new Set(), images: new Map(), shapes: new Map() }
  const contents = pages.map((page) => createPageContent(page, used))
  const resources = addResources(file, used, fontOf)
  const box = `[0 0 ${frame.width} ${frame.height}]`
  const numbers = contents.map((content, index) => {
    const body = addObject(file, createStream(content))
    return addObject(
      file,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources ${resources} 0 R/Contents ${body} 0 R/StructParents ${index}/Tabs/S>>`,
    )
  })
  setObject(
    file,
    tree,
    `<</Type/Pages/Kids[${numbers.map((page) => `${page} 0 R`).join(' ')}]/Count ${numbers.length}>>`,
  )
  const structure = addStructureTree(file, tags, pages, numbers)
  const said = {
    title: `${model.format.name} · ${getNumberLabel(model)}`,
    author: model.organisation.name,
    date: model.date,
  }
  setObject(
    file,
    catalog,
    `<</Type/Catalog/Pages ${tree} 0 R/Lang(es-${model.page.country})/MarkInfo<</Marked true>>/StructTreeRoot ${structure} 0 R/ViewerPreferences<</DisplayDocTitle true>>${addMetadata(file, said)}>>`,
  )
  const by = '/Creator(Formatos preeliminares)/Producer(Formatos preeliminares)'
  const created = `/CreationDate(D:${model.date.replace(/-/g, '')}000000Z)`
  const info = addObject(
    file,
    `<</Title${encodePdfString(said.title)}/Author${encodePdfString(said.author)}${by}${created}>>`,
  )
  return assemblePdf(file, `/Root ${catalog} 0 R/Info ${info} 0 R/ID[${computeFileId(said, contents)}]`)
}

function addResources(file: PdfFile, { fonts, images, shapes }: PageResources, fontOf: FontLookup): number {
  const formatNames = (names: Iterable<[string, number]>) =>
    [...names].map(([name, object]) => `/${name} ${object} 0 R`).join('')
  const fontObjects = [...fonts].sort().map((name): [string, number] => [name, embedFont(file, fontOf(name))])
  const forms = [...shapes].map(([operators, name]): [string, number] => [name, addShape(file, operators)])
  const pictures = [...images].map(([image, name]): [string, number] => [name, addImage(file, image)])
  return addObject(file, `<</Font<<${formatNames(fontObjects)}>>/XObject<<${formatNames([...forms, ...pictures])}>>>>`)
}

/** Adds a shape as a form XObject, with a bounding box large enough never to clip it. */
function addShape(file: PdfFile, operators: string): number {
  const box = '/BBox[-9999 -9999 9999 9999]'
  return addObject(file, createStream(`${operators} f*`, `/Type/XObject/Subtype/Form${box}/Resources<<>>`))
}

function addImage(file: PdfFile, { width, height, pdf, data, mask }: Logo): number {
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`
  const seen = mask ? `/SMask ${addObject(file, createStream(mask.data, head + mask.pdf))} 0 R` : ''
  return addObject(file, createStream(data, head + pdf + seen))
}

interface PageResources {
  /** Resource names of fonts, e.g. `R0` and `B0` for the first glyph set in regular and bold. */
  fonts: Set<string>
  images: Map<Logo, string>
  /** Resource names of shapes by path operators, so that equal shapes are shared between pages. */
  shapes: Map<string, string>
}

const fontPrefixes: Record<FontStyle, string> = { regular: 'R', bold: 'B', italic: 'I', boldItalic: 'BI' }

/** Returns the content stream of a page. Numbers the tagged content in the order of `LayoutPage.tags`. */
function createPageContent(page: LayoutPage, used: PageResources): string {
  let id = 0
  return page.groups.map((group) => `${opened(group)}\n${drawItems(group.items, used)}\nEMC`).join('\n')

  function opened({ tag, artifact }: MarkedContent) {
    if (tag) return `/${tag.name}<</MCID ${id++}>>BDC`
    return artifact ? `/Artifact<</Type/Pagination/Subtype/${artifact}>>BDC` : '/Artifact BMC'
  }
}

function drawItems(items: readonly PageItem[], used: PageResources): string {
  const out: string[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at] as PageItem
    if (item.kind !== 'text') {
      out.push(drawShape(item, used))
      at++
      continue
    }
    // Collects consecutive lines of the same colour into one text object.
    const lines: TextItem[] = []
    for (
      let next: PageItem | undefined = item;
      next?.kind === 'text' && next.colour === item.colour;
      next = items[++at]
    )
      lines.push(next)
    const text = drawText(lines, used)
    out.push(item.colour === 0 ? text : `q ${setFillColour(item.colour)}\n${text}\nQ`)
  }
  return out.join('\n')
}

function drawShape(item: Exclude<PageItem, TextItem>, used: PageResources): string {
  const { x, y, width, thickness, height } = { x: 0, y: 0, width: 0, height: 0, thickness: 0, ...item }
  if (item.kind === 'rule')
    return `${setStrokeColour(item.colour)} ${thickness} w ${round(x)} ${round(y)} m ${round(x + width)} ${round(y)} l S`
  if (item.kind === 'box')
    return `q ${setStrokeColour(item.colour)} ${thickness} w ${round(x)} ${round(y)} ${round(width)} ${round(height)} re S Q`
  if (item.kind === 'image')
    return `q ${round(width)} 0 0 ${round(height)} ${round(x)} ${round(y)} cm /${getResourceName(used.images, item.image, 'I')} Do Q`
  return drawPath(item, used)
}

function drawPath({ operators, matrix, colour }: PathItem, { shapes }: PageResources): string {
  const place = matrix.map((value) => Math.round(value * 10_000) / 10_000).join(' ')
  return `q ${setFillColour(colour)} ${place} cm /${getResourceName(shapes, operators, 'S')} Do Q`
}

function getResourceName<Key>(names: Map<Key, string>, key: Key, letter: string): string {
  const known = names.get(key)
  if (known) return known
  const name = `${letter}${names.size}`
  names.set(key, name)
  return name
}

function drawText(lines: readonly TextItem[], { fonts }: PageResources): string {
  const out = ['BT']
  let font = ''
  let atX = 0
  let atY = 0
  let spacing = 0
  // Uses an index, because goja allocates an object per iteration of any other loop.
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as TextItem
    const stepX = round(line.x - atX)
    const stepY = round(line.y - atY)
    atX += stepX
    atY += stepY
    out.push(`${stepX} ${stepY} Td`)
    if (line.spacing !== spacing) out.push(`${Math.round(line.spacing * 1000) / 1000} Tw`)
    spacing = line.spacing
    const runs = mergeRuns(line.runs)
    for (let index = 0; index < runs.length; index++) {
      const { text, style } = runs[index] as (typeof runs)[number]
      const pieces = toGlyphRuns(text)
      for (let piece = 0; piece < pieces.length; piece++) {
        const { set, literal } = pieces[piece] as GlyphRun
        const name = `${fontPrefixes[style]}${set}`
        const chosen = `/${name} ${line.size} Tf`
        if (chosen !== font) {
          out.push(chosen)
          fonts.add(name)
        }
        font = chosen
        out.push(`${literal}Tj`)
      }
    }
  }
  // Resets the word spacing, which would otherwise also apply to the following text.
  if (spacing) out.push('0 Tw')
  return `${out.join('\n')}\nET`
}

/** Merges adjacent runs of the same style, even if they come from different fields. */
function mergeRuns(runs: readonly StyledRun[]): readonly { text: string; style: FontStyle }[] {
  if (runs.length < 2) return runs
  const all: { text: string; style: FontStyle }[] = []
  let last: { text: string; style: FontStyle } | undefined
  for (let at = 0; at < runs.length; at++) {
    const { text, style } = runs[at] as StyledRun
    if (last?.style === style) last.text += text
    else {
      last = { text, style }
      all.push(last)
    }
  }
  return all
}

function setFillColour(colour: Colour): string {
  return typeof colour === 'number' ? `${colour} g` : `${colour.join(' ')} rg`
}

function setStrokeColour(colour: Colour): string {
  return typeof colour === 'number' ? `${colour} G` : `${colour.join(' ')} RG`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
