import type { DocumentModel } from '../document.ts'
import { type Lacking, type LaidDocument, layOut } from '../layout/layout.ts'
import type { FontStyle } from '../layout/metrics.ts'
import type { Colour, Item, LaidPage, MarkedGroup, PathItem, TextItem } from '../layout/page.ts'
import { numberLabel } from '../layout/running.ts'
import type { LaidRun } from '../layout/words.ts'
import type { Logo } from '../logo.ts'
import {
  add,
  assemble,
  type File,
  head,
  type LetterRun,
  piecesOf,
  putObject,
  reserve,
  stream,
  textString,
} from './file.ts'
import { addFont, type FontOf } from './fonts.ts'
import { addMetadata, identityOf } from './metadata.ts'
import { addStructure } from './structure.ts'

/** Generated PDF; invalid unless `lacking` is empty. */
export interface Pdf {
  /** Whole file. A lazy getter, because joining both parts takes the server's engine as long as the page layout. */
  readonly text: string
  /** File without its header, ASCII only. */
  body: string
  lacking: Lacking[]
}

/** Writes a document as PDF/A-2a and PDF/UA-1. Output is deterministic: equal models produce equal bytes. */
export function toPdf(model: DocumentModel, fontOf: FontOf): Pdf {
  const laid = layOut(model)
  const body = write(model, laid, fontOf)
  return {
    get text() {
      return head.text + body
    },
    body,
    lacking: laid.lacking,
  }
}

function write(model: DocumentModel, { frame, pages, tags }: LaidDocument, fontOf: FontOf): string {
  const file: File = { objects: [] }
  const catalog = reserve(file)
  const tree = reserve(file)
  const used: Used = { fonts: new Set(), images: new Map(), shapes: new Map() }
  const contents = pages.map((page) => pageContent(page, used))
  const resources = addResources(file, used, fontOf)
  const box = `[0 0 ${frame.width} ${frame.height}]`
  const numbers = contents.map((content, index) => {
    const body = add(file, stream(content))
    return add(
      file,
      `<</Type/Page/Parent ${tree} 0 R/MediaBox${box}/Resources ${resources} 0 R/Contents ${body} 0 R/StructParents ${index}/Tabs/S>>`,
    )
  })
  putObject(
    file,
    tree,
    `<</Type/Pages/Kids[${numbers.map((page) => `${page} 0 R`).join(' ')}]/Count ${numbers.length}>>`,
  )
  const structure = addStructure(file, tags, pages, numbers)
  const said = {
    title: `${model.format.name} · ${numberLabel(model)}`,
    author: model.organisation.name,
    date: model.date,
  }
  putObject(
    file,
    catalog,
    `<</Type/Catalog/Pages ${tree} 0 R/Lang(es-${model.page.country})/MarkInfo<</Marked true>>/StructTreeRoot ${structure} 0 R/ViewerPreferences<</DisplayDocTitle true>>${addMetadata(file, said)}>>`,
  )
  const by = '/Creator(Formatos preeliminares)/Producer(Formatos preeliminares)'
  const created = `/CreationDate(D:${model.date.replace(/-/g, '')}000000Z)`
  const info = add(file, `<</Title${textString(said.title)}/Author${textString(said.author)}${by}${created}>>`)
  return assemble(file, `/Root ${catalog} 0 R/Info ${info} 0 R/ID[${identityOf(said, contents)}]`)
}

function addResources(file: File, { fonts, images, shapes }: Used, fontOf: FontOf): number {
  const named = (names: Iterable<[string, number]>) =>
    [...names].map(([name, object]) => `/${name} ${object} 0 R`).join('')
  const letters = [...fonts].sort().map((name): [string, number] => [name, addFont(file, fontOf(name))])
  const forms = [...shapes].map(([operators, name]): [string, number] => [name, addShape(file, operators)])
  const pictures = [...images].map(([image, name]): [string, number] => [name, addImage(file, image)])
  return add(file, `<</Font<<${named(letters)}>>/XObject<<${named([...forms, ...pictures])}>>>>`)
}

/** Adds a shape as a form XObject; the large box prevents clipping. */
function addShape(file: File, operators: string): number {
  const box = '/BBox[-9999 -9999 9999 9999]'
  return add(file, stream(`${operators} f*`, `/Type/XObject/Subtype/Form${box}/Resources<<>>`))
}

function addImage(file: File, { width, height, pdf, data, mask }: Logo): number {
  const head = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}`
  const seen = mask ? `/SMask ${add(file, stream(mask.data, head + mask.pdf))} 0 R` : ''
  return add(file, stream(data, head + pdf + seen))
}

/** Resources used by the pages: fonts, and images and shapes with their resource names. */
interface Used {
  /** Font resource names: `R0` and `B0` are the first set in regular and bold. */
  fonts: Set<string>
  images: Map<Logo, string>
  /** Shape names by path operators, so that pages share equal shapes. */
  shapes: Map<string, string>
}

const letters: Record<FontStyle, string> = { regular: 'R', bold: 'B', italic: 'I', boldItalic: 'BI' }

/** Returns the content stream of a page; tagged groups are numbered in the order of `LaidPage.tags`. */
function pageContent(page: LaidPage, used: Used): string {
  let id = 0
  return page.groups.map((group) => `${opened(group)}\n${drawn(group.items, used)}\nEMC`).join('\n')

  function opened({ tag, artifact }: MarkedGroup) {
    if (tag) return `/${tag.name}<</MCID ${id++}>>BDC`
    return artifact ? `/Artifact<</Type/Pagination/Subtype/${artifact}>>BDC` : '/Artifact BMC'
  }
}

function drawn(items: readonly Item[], used: Used): string {
  const out: string[] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at] as Item
    if (item.kind !== 'text') {
      out.push(shapeOf(item, used))
      at++
      continue
    }
    // Collects consecutive lines of one colour into one text object.
    const lines: TextItem[] = []
    for (let next: Item | undefined = item; next?.kind === 'text' && next.colour === item.colour; next = items[++at])
      lines.push(next)
    const text = textOf(lines, used)
    out.push(item.colour === 0 ? text : `q ${filled(item.colour)}\n${text}\nQ`)
  }
  return out.join('\n')
}

function shapeOf(item: Exclude<Item, TextItem>, used: Used): string {
  const { x, y, width, thickness, height } = { x: 0, y: 0, width: 0, height: 0, thickness: 0, ...item }
  if (item.kind === 'rule')
    return `${stroked(item.colour)} ${thickness} w ${round(x)} ${round(y)} m ${round(x + width)} ${round(y)} l S`
  if (item.kind === 'box')
    return `q ${stroked(item.colour)} ${thickness} w ${round(x)} ${round(y)} ${round(width)} ${round(height)} re S Q`
  if (item.kind === 'image')
    return `q ${round(width)} 0 0 ${round(height)} ${round(x)} ${round(y)} cm /${named(used.images, item.image, 'I')} Do Q`
  return pathOf(item, used)
}

function pathOf({ operators, matrix, colour }: PathItem, { shapes }: Used): string {
  const place = matrix.map((value) => Math.round(value * 10_000) / 10_000).join(' ')
  return `q ${filled(colour)} ${place} cm /${named(shapes, operators, 'S')} Do Q`
}

function named<Key>(names: Map<Key, string>, key: Key, letter: string): string {
  const known = names.get(key)
  if (known) return known
  const name = `${letter}${names.size}`
  names.set(key, name)
  return name
}

function textOf(lines: readonly TextItem[], { fonts }: Used): string {
  const out = ['BT']
  let font = ''
  let atX = 0
  let atY = 0
  let spacing = 0
  // Indexed loops, because goja allocates an object per step of any other loop.
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] as TextItem
    const stepX = round(line.x - atX)
    const stepY = round(line.y - atY)
    atX += stepX
    atY += stepY
    out.push(`${stepX} ${stepY} Td`)
    if (line.spacing !== spacing) out.push(`${Math.round(line.spacing * 1000) / 1000} Tw`)
    spacing = line.spacing
    const runs = joined(line.runs)
    for (let index = 0; index < runs.length; index++) {
      const { text, style } = runs[index] as (typeof runs)[number]
      const pieces = piecesOf(text)
      for (let piece = 0; piece < pieces.length; piece++) {
        const { set, literal } = pieces[piece] as LetterRun
        const name = `${letters[style]}${set}`
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
  // Resets the word spacing, because it persists into the next text object.
  if (spacing) out.push('0 Tw')
  return `${out.join('\n')}\nET`
}

/** Merges adjacent runs of the same style, ignoring their fields. */
function joined(runs: readonly LaidRun[]): readonly { text: string; style: FontStyle }[] {
  if (runs.length < 2) return runs
  const all: { text: string; style: FontStyle }[] = []
  let last: { text: string; style: FontStyle } | undefined
  for (let at = 0; at < runs.length; at++) {
    const { text, style } = runs[at] as LaidRun
    if (last?.style === style) last.text += text
    else {
      last = { text, style }
      all.push(last)
    }
  }
  return all
}

function filled(colour: Colour): string {
  return typeof colour === 'number' ? `${colour} g` : `${colour.join(' ')} rg`
}

function stroked(colour: Colour): string {
  return typeof colour === 'number' ? `${colour} G` : `${colour.join(' ')} RG`
}

function round(value: number): number {
  return Math.round(value * 100) / 100
}
