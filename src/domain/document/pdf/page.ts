import { piecesOf, sets } from './letters.ts'
import type { Line } from './lines.ts'
import { widthOf } from './metrics.ts'

/** Letter, which is what Colombia prints on; points from the lower left corner. */
export const paper = { width: 612, height: 792, left: 79, right: 533, top: 718, bottom: 78 } as const
export const measure = paper.right - paper.left

/** A node of the tagged structure; a kid that is a mark stands for content of a page. */
export interface Tag {
  name:
    | 'H1'
    | 'H2'
    | 'P'
    | 'Figure'
    | 'Table'
    | 'THead'
    | 'TBody'
    | 'TR'
    | 'TH'
    | 'TD'
    | 'L'
    | 'LI'
    | 'Lbl'
    | 'LBody'
    | 'Sect'
  attributes?: string
  kids: (Tag | { sheet: number; id: number })[]
}

/** A page while it is being written: its content, and the tag of each piece of marked content. */
export interface PdfPage {
  content: string[]
  tags: Tag[]
}

/** The pages so far and the height that is still free on the last one, down to `paper.bottom`. */
export interface Pages {
  sheets: PdfPage[]
  y: number
}

export function newPage(pages: Pages): void {
  pages.sheets.push({ content: [], tags: [] })
  pages.y = paper.top
}

/** Adds content that says something, under its tag. */
export function mark(pages: Pages, tag: Tag, content: string): void {
  const index = pages.sheets.length - 1
  const sheet = pages.sheets[index] as PdfPage
  const id = sheet.tags.push(tag) - 1
  tag.kids.push({ sheet: index, id })
  sheet.content.push(`/${tag.name}<</MCID ${id}>>BDC`, content, 'EMC')
}

/** Adds content that only decorates, or repeats what was said. */
export function decorate(sheet: PdfPage, content: string, kind = ''): void {
  sheet.content.push(kind ? `/Artifact<</Type/Pagination${kind}>>BDC` : '/Artifact BMC', content, 'EMC')
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
}

/** The operators that set lines one under the other. */
export function setLines(
  lines: readonly Line[],
  { x, y, size, leading, width = 0, align = 'start' }: TextPlacement,
): string {
  const out = ['BT']
  let font = ''
  let atX = 0
  let atY = 0
  lines.forEach((line, index) => {
    if (!line.spans.length) return
    const free = width - (line.width * size) / 1000
    const lineX = align === 'start' ? x : x + (align === 'end' ? free : free / 2)
    const lineY = y - index * leading
    const move = `${round(lineX - atX)} ${round(lineY - atY)} Td`
    atX += round(lineX - atX)
    atY += round(lineY - atY)
    out.push(move)
    for (const { text, bold } of line.spans)
      for (const { set, literal } of piecesOf(text)) {
        const name = fontName(bold, set)
        if (name !== font) out.push(`/${name} ${size} Tf`)
        font = name
        out.push(`${literal}Tj`)
      }
  })
  return `${out.join('\n')}\nET`
}

/** The font of a style and a set of letters, as pages name it. */
const fontName = (bold: boolean, set: number) => `${bold ? 'B' : 'R'}${set}`

const names = sets.flatMap((_, set) => [fontName(false, set), fontName(true, set)])

/** The names of the fonts that pages use: each is chosen at the beginning of a line, where no text ever is. */
export function fontsIn(contents: readonly string[]): string[] {
  return names.filter((name) => contents.some((content) => content.includes(`\n/${name} `)))
}

export function oneLine(text: string, bold: boolean): Line {
  return { spans: [{ text, bold }], width: widthOf(text, bold) }
}

export function coloured(colour: string, content: string): string {
  return `q ${colour}\n${content}\nQ`
}

export function rule(x1: number, x2: number, y: number, thickness: number, grey: number): string {
  return `${grey} G ${thickness} w ${round(x1)} ${round(y)} m ${round(x2)} ${round(y)} l S`
}

export function round(value: number): number {
  return Math.round(value * 100) / 100
}
