import { measureText, spaceWidth } from './metrics.ts'
import { type Colour, inkColour, type PageItem, type RuleItem } from './page-flow.ts'
import type { LineTab, TextLine } from './text-line.ts'
import type { StyledRun } from './words.ts'

interface LinePosition {
  x: number
  /** Baseline of the first line, in points from the bottom of the page. */
  y: number
  size: number
  colour: Colour
}

export interface TextPlacement extends Omit<LinePosition, 'colour'>, Partial<Pick<LinePosition, 'colour'>> {
  leading: number
  /** Width in points within which lines are centred or aligned at the end. */
  width?: number
  align?: 'start' | 'center' | 'end'
}

/** Converts lines to text items, from top to bottom. An empty line leaves space for one line. */
export function toTextItems(
  lines: readonly TextLine[],
  { x, y, size, leading, width = 0, align = 'start', colour = inkColour }: TextPlacement,
): PageItem[] {
  const items: PageItem[] = []
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] as TextLine
    if (!line.runs.length && !line.tabs) continue
    const free = align === 'start' ? 0 : width - (line.width * size) / 1000
    const place = { x: x + (align === 'end' ? free : free / 2), y: y - index * leading, size, colour }
    const spacing = (line.spacing * size) / 1000
    if (line.tabs || line.runs.some(({ isUnderlined }) => isUnderlined)) items.push(...toDecoratedItems(line, place))
    else items.push({ kind: 'text', ...place, spacing, runs: line.runs })
    if (line.hyphen) {
      const end = line.runs.reduce((x, run) => x + getRunWidth(run, { size, spacing }), place.x)
      items.push({ kind: 'text', ...place, x: end, spacing: 0, runs: [line.hyphen], mark: 'hyphen' })
    }
  }
  return items
}

/** Returns the width of a run in points. `spacing`: width added to each space. */
export function getRunWidth({ text, style }: StyledRun, { size, spacing }: { size: number; spacing: number }): number {
  return (measureText(text, style) * size) / 1000 + (spacing ? spacing * (text.split(/[ \xa0]/).length - 1) : 0)
}

/** Converts a line with tabs or underlined text to items: a text item for each part, and rules for underlines. */
function toDecoratedItems(line: TextLine, { x: left, ...position }: LinePosition): PageItem[] {
  const { y, size } = position
  const spacing = (line.spacing * size) / 1000
  const items: PageItem[] = []
  let part: StyledRun[] = []
  let from = left
  let x = left
  const tabs = line.tabs ?? []
  for (let at = 0; at <= line.runs.length; at++) {
    const run = line.runs[at]
    for (const tab of tabs) if (tab.at === at) passTab(tab)
    if (run && part[0] && part[0].isUnderlined !== run.isUnderlined) endPart()
    if (!run) continue
    part.push(run)
    x += getRunWidth(run, { size, spacing })
  }
  endPart()
  return items

  function passTab(tab: LineTab) {
    endPart()
    x = left + ((tab.start + tab.width) * size) / 1000
    from = x
  }

  function endPart() {
    const [first] = part
    if (first) {
      const mark = first.isUnderlined ? { mark: 'underline' as const } : {}
      items.push({ kind: 'text', x: from, ...position, spacing, runs: part, ...mark })
      const last = part.at(-1)?.text ?? ''
      const spaces = last.length - last.trimEnd().length
      const width = x - from - spaces * ((spaceWidth * size) / 1000 + spacing)
      if (first.isUnderlined) items.push({ ...createUnderline(from, y, size), width, colour: position.colour })
    }
    part = []
    from = x
  }
}

function createUnderline(x: number, y: number, size: number): Omit<RuleItem, 'width' | 'colour'> {
  return { kind: 'rule', x, y: y - size * 0.13, thickness: size * 0.055, mark: 'underline' }
}
