import type { TextRun } from '../blocks.ts'
import type { Logo } from '../logo.ts'
import type { PageFrame } from '../page-setup.ts'
import type { TextLine } from './lines.ts'
import { type FontStyle, measureText } from './metrics.ts'
import type { StyledRun } from './words.ts'

/** Colour as a grey level, or as red, green and blue. Each value is between 0 (dark) and 1. */
export type Colour = number | readonly [number, number, number]

export const inkColour = 0
export const greyColour = 0.35

/** Converts text to characters of the document fonts. Reports characters that are not supported, with their text run. */
export type EncodeText = (text: string, run?: TextRun) => string

/** Line of text. Coordinates are in points from the lower left corner of the page; `y` is the baseline. */
export interface TextItem {
  kind: 'text'
  x: number
  y: number
  size: number
  colour: Colour
  /** Width added to each space in points, so that the line fills the page width. */
  spacing: number
  runs: readonly StyledRun[]
}

export interface RuleItem {
  kind: 'rule'
  x: number
  y: number
  width: number
  thickness: number
  colour: Colour
}

interface BoxItem {
  kind: 'box'
  x: number
  y: number
  width: number
  height: number
  thickness: number
  colour: Colour
}

interface ImageItem {
  kind: 'image'
  image: Logo
  x: number
  y: number
  width: number
  height: number
}

/** Filled shape as PDF path operators (`m`, `l`, `c`, `h`, `re`). `matrix` converts its coordinates to page coordinates. */
export interface PathItem {
  kind: 'path'
  operators: string
  matrix: readonly [number, number, number, number, number, number]
  colour: Colour
}

export type PageItem = TextItem | RuleItem | BoxItem | ImageItem | PathItem

type TagName = 'H1' | 'H2' | 'P' | 'Figure' | 'Sect' | TableTag | ListTag
type TableTag = 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD'
type ListTag = 'L' | 'LI' | 'Lbl' | 'LBody'

/** Node of the structure tree (tagged PDF). In `kids`, `page` and `id` refer to marked content on a page. */
export interface StructureTag {
  name: TagName
  /** Attributes in PDF syntax, written to the file unchanged. */
  attributes?: string
  alt?: string
  /** Bounding box of a figure: left, bottom, right, top. */
  box?: readonly number[]
  kids: (StructureTag | { page: number; id: number })[]
}

/** Items that are drawn as marked content. Content has a tag. Decoration and repeated content (artifacts) has none. */
export interface MarkedContent {
  tag: StructureTag | null
  artifact?: 'Header' | 'Footer' | 'Watermark'
  items: PageItem[]
}

export interface LayoutPage {
  groups: MarkedContent[]
  /** Tags of the page's marked content. The index is the marked-content id (MCID). */
  tags: StructureTag[]
}

/** Pages that are laid out so far. `y`: current height on the last page. Text may extend down to `frame.bottom`. */
export interface PageFlow {
  frame: PageFrame
  all: LayoutPage[]
  y: number
}

export function addPage(pages: PageFlow): void {
  pages.all.push({ groups: [], tags: [] })
  pages.y = pages.frame.top
}

export function getLastPage(pages: PageFlow): LayoutPage {
  return pages.all.at(-1) as LayoutPage
}

/** Adds content with its tag to the last page. */
export function addTaggedContent(pages: PageFlow, tag: StructureTag, items: PageItem[]): void {
  const page = getLastPage(pages)
  const id = page.tags.push(tag) - 1
  tag.kids.push({ page: pages.all.length - 1, id })
  page.groups.push({ tag, items })
}

/** Adds an artifact to a page, i.e. decoration or repeated content, which has no tag. */
export function addArtifact(page: LayoutPage, items: PageItem[], artifact?: MarkedContent['artifact']): void {
  page.groups.push({ tag: null, ...(artifact && { artifact }), items })
}

/** Adds a figure with alternative text (`alt`) and bounding box to the last page. Returns its tag. */
export function addFigure(pages: PageFlow, alt: string, box: StructureTag['box'], items: PageItem[]): StructureTag {
  const tag: StructureTag = { name: 'Figure', alt, ...(box && { box }), kids: [] }
  addTaggedContent(pages, tag, items)
  return tag
}

export interface TextPlacement {
  x: number
  /** Baseline of the first line, in points from the bottom of the page. */
  y: number
  size: number
  leading: number
  /** Width in points within which lines are centred or aligned at the end. */
  width?: number
  align?: 'start' | 'center' | 'end'
  colour?: Colour
}

/** Converts lines to text items, from top to bottom. An empty line leaves space for one line. */
export function toTextItems(
  lines: readonly TextLine[],
  { x, y, size, leading, width = 0, align = 'start', colour = inkColour }: TextPlacement,
): TextItem[] {
  const items: TextItem[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as TextLine
    if (!line.runs.length) continue
    const free = align === 'start' ? 0 : width - (line.width * size) / 1000
    items.push({
      kind: 'text',
      x: x + (align === 'end' ? free : free / 2),
      y: y - index * leading,
      size,
      colour,
      spacing: (line.spacing * size) / 1000,
      runs: line.runs,
    })
  }
  return items
}

export function createTextLine(text: string, style: FontStyle): TextLine {
  return { runs: [{ text, style }], width: measureText(text, style), spacing: 0 }
}

export function createRule(x: number, y: number, width: number, thickness: number, colour: Colour): RuleItem {
  return { kind: 'rule', x, y, width, thickness, colour }
}
