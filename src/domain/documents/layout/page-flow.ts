import type { TextRun } from '../blocks.ts'
import type { Logo } from '../logo.ts'
import type { PageFrame } from '../page-setup.ts'
import { type FontStyle, measureText } from './metrics.ts'
import type { TextLine } from './text-line.ts'
import type { StyledRun } from './words.ts'

/** Colour as a grey level, or as red, green and blue. Each value is between 0 (dark) and 1. */
export type Colour = number | readonly [number, number, number]

export const inkColour = 0
export const greyColour = 0.35

/** Function that converts text to characters of the fonts and reports unsupported ones with their run. */
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
  /** Purpose of the text: underlined, or the hyphen of a word that continues on the next line. */
  mark?: 'underline' | 'hyphen'
}

export interface RuleItem {
  kind: 'rule'
  x: number
  y: number
  width: number
  thickness: number
  colour: Colour
  mark?: 'underline'
}

interface BoxItem extends Omit<RuleItem, 'kind' | 'mark'> {
  kind: 'box'
  height: number
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

type ListTag = 'L' | 'LI' | 'Lbl' | 'LBody'

/** Node of the structure tree (tagged PDF). In `kids`, `page` and `id` refer to marked content on a page. */
export interface StructureTag {
  name: 'H1' | 'H2' | 'P' | 'Span' | 'Figure' | 'Sect' | 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD' | ListTag
  /** Attributes in PDF syntax, written to the file unchanged. */
  attributes?: string
  alt?: string
  span?: number
  /** Bounding box of a figure: left, bottom, right, top. */
  box?: readonly number[]
  kids: (StructureTag | { page: number; id: number })[]
}

/** Items drawn as one unit of marked content: with a structure tag, or as an artifact without one. */
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

/** Pages laid out so far. `y`: current position on the last page; text may continue down to `frame.bottom`. */
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

/** Adds tagged content to the last page. Underlined text gets its own tag; hyphens of broken words become artifacts. */
export function addTaggedContent(pages: PageFlow, tag: StructureTag, items: PageItem[]): void {
  for (let start = 0; start < items.length || start === 0; ) {
    const mark = getMark(items[start])
    let end = start + 1
    while (end < items.length && getMark(items[end]) === mark) end++
    const part = end - start < items.length ? items.slice(start, end) : items
    if (mark === 'hyphen') addArtifact(getLastPage(pages), part)
    else addMarkedContent(pages, mark === 'underline' ? addUnderlineTag(tag) : tag, part)
    start = end
  }
}

function getMark(item: PageItem | undefined) {
  return item && 'mark' in item ? item.mark : undefined
}

function addUnderlineTag(tag: StructureTag): StructureTag {
  const span: StructureTag = { name: 'Span', attributes: '/A<</O/Layout/TextDecorationType/Underline>>', kids: [] }
  tag.kids.push(span)
  return span
}

function addMarkedContent(pages: PageFlow, tag: StructureTag, items: PageItem[]): void {
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

export function createTextLine(text: string, style: FontStyle): TextLine {
  return { runs: [{ text, style }], width: measureText(text, style), spacing: 0 }
}

export function createRule(x: number, y: number, width: number, thickness: number, colour: Colour): RuleItem {
  return { kind: 'rule', x, y, width, thickness, colour }
}
