import type { Run } from '../blocks.ts'
import type { Logo } from '../logo.ts'
import type { Frame } from '../page-setup.ts'
import type { Line } from './lines.ts'
import { type FontStyle, widthOf } from './metrics.ts'
import type { LaidRun } from './words.ts'

/** A level of grey, or red, green and blue; from 0 to 1. */
export type Colour = number | readonly [number, number, number]

export const ink = 0
export const grey = 0.35

/** Text as documents write it; what the letters lack is noted with its run. */
export type Write = (text: string, run?: Run) => string

/** A line of text; all places are points from the lower left corner, `y` is the baseline. */
export interface TextItem {
  kind: 'text'
  x: number
  y: number
  size: number
  colour: Colour
  /** What each space is wider, so that the line ends at the margin. */
  spacing: number
  runs: readonly LaidRun[]
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

/** A filled shape in the operators of PDF (`m`, `l`, `c`, `h`, `re`), in units of its own that `matrix` brings to their place. */
export interface PathItem {
  kind: 'path'
  operators: string
  matrix: readonly [number, number, number, number, number, number]
  colour: Colour
}

export type Item = TextItem | RuleItem | BoxItem | ImageItem | PathItem

type TagName = 'H1' | 'H2' | 'P' | 'Figure' | 'Sect' | TableTag | ListTag
type TableTag = 'Table' | 'THead' | 'TBody' | 'TR' | 'TH' | 'TD'
type ListTag = 'L' | 'LI' | 'Lbl' | 'LBody'

/** A node of the tagged structure; a kid that is a mark stands for a group of a page. */
export interface Tag {
  name: TagName
  /** As PDF writes them. */
  attributes?: string
  /** What a picture shows. */
  alt?: string
  /** Of a picture: left, bottom, right, top. */
  box?: readonly number[]
  kids: (Tag | { page: number; id: number })[]
}

/** What is drawn together: under its tag, or as what only decorates or repeats what was said. */
export interface MarkedGroup {
  tag: Tag | null
  artifact?: 'Header' | 'Footer' | 'Watermark'
  items: Item[]
}

export interface LaidPage {
  groups: MarkedGroup[]
  /** Of the groups that have one, by their number on the page. */
  tags: Tag[]
}

/** The pages so far and the height that is still free on the last one, down to `frame.bottom`. */
export interface Pages {
  frame: Frame
  all: LaidPage[]
  y: number
}

export function newPage(pages: Pages): void {
  pages.all.push({ groups: [], tags: [] })
  pages.y = pages.frame.top
}

export function lastPage(pages: Pages): LaidPage {
  return pages.all.at(-1) as LaidPage
}

/** Adds what says something, under its tag. */
export function mark(pages: Pages, tag: Tag, items: Item[]): void {
  const page = lastPage(pages)
  const id = page.tags.push(tag) - 1
  tag.kids.push({ page: pages.all.length - 1, id })
  page.groups.push({ tag, items })
}

/** Adds what only decorates, or repeats what was said. */
export function decorate(page: LaidPage, items: Item[], artifact?: MarkedGroup['artifact']): void {
  page.groups.push({ tag: null, ...(artifact && { artifact }), items })
}

/** Adds a picture, or a shape that is one: what it shows is `alt`, and `box` its place. */
export function markFigure(pages: Pages, alt: string, box: Tag['box'], items: Item[]): Tag {
  const tag: Tag = { name: 'Figure', alt, ...(box && { box }), kids: [] }
  mark(pages, tag, items)
  return tag
}

export interface TextPlacement {
  x: number
  /** Of the first baseline. */
  y: number
  size: number
  leading: number
  /** Where lines end when they are not aligned at the start. */
  width?: number
  align?: 'start' | 'center' | 'end'
  colour?: Colour
}

/** Lines one under the other; one without text leaves its place empty. */
export function setLines(
  lines: readonly Line[],
  { x, y, size, leading, width = 0, align = 'start', colour = ink }: TextPlacement,
): TextItem[] {
  const items: TextItem[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as Line
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

export function oneLine(text: string, style: FontStyle): Line {
  return { runs: [{ text, style }], width: widthOf(text, style), spacing: 0 }
}

export function rule(x: number, y: number, width: number, thickness: number, colour: Colour): RuleItem {
  return { kind: 'rule', x, y, width, thickness, colour }
}
