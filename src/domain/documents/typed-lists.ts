import { type Block, type ListItem, type Paragraph, splitLines, type TextRun } from './blocks.ts'

/** Marker typed at the start of a line, e.g. «1. ». Excludes amounts, and «a. », which may start «a. m.». */
const typedMarker = /^ *(?:([-–•*])|([1-9]\d?)([.)])|([a-z])\)) +(?=\S|$)/

/** Maximum number of lines in which lists are searched, because a list item takes far more work than a line. */
const maxLines = 1_000

/** Converts lines with a typed marker (`1.`, `-`) to list items. Styled markers stay, because they start a title. */
export function splitTypedLists(paragraph: Paragraph): Block[] {
  const { runs, align } = paragraph
  if (align || !(typedMarker.test(runs[0]?.text ?? '') || runs.some(({ text }) => text.includes('\n'))))
    return [paragraph]
  const lines = splitLines(runs)
  if (lines.length > maxLines) return [paragraph]
  const blocks: Block[] = []
  for (const line of lines) {
    const item = parseTypedItem(line)
    const last = blocks.at(-1)
    if (item && last?.kind === 'list' && last.items[0]?.tag.marker === item.tag.marker) last.items.push(item)
    else if (item) blocks.push({ kind: 'list', items: [item] })
    else if (last?.kind === 'paragraph') last.runs.push({ text: '\n', bold: false }, ...line)
    else blocks.push({ ...paragraph, runs: line })
  }
  return blocks.some(({ kind }) => kind === 'list') ? blocks : [paragraph]
}

function parseTypedItem(line: readonly TextRun[]): ListItem | null {
  const [first, ...rest] = line
  const [typed, bullet, number, end, letter] = typedMarker.exec(first?.text ?? '') ?? []
  if (!first || !typed || first.bold || first.italic) return null
  const text = first.text.slice(typed.length)
  const runs = text ? [{ ...first, text }, ...rest] : rest
  if (!runs.length) return null
  if (bullet) return { tag: { marker: '-', level: 0, start: null }, marker: '', runs }
  const start = letter ? letter.charCodeAt(0) - 96 : Number(number)
  return { tag: { marker: letter ? 'a)' : `1${end}`, level: 0, start }, marker: '', runs }
}
