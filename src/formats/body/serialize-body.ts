import type { Node } from 'prosemirror-model'

/** Source of a line, with a source offset for each position in the line's content; -1 between cells. */
interface SerializedLine {
  text: string
  offsets: number[]
}

/** Marks and their markup, from the outermost mark to the innermost. */
export const markDelimiters = [
  ['bold', '**'],
  ['italic', '{{*}}'],
  ['underline', '{{_}}'],
] as const

class LineWriter {
  text = ''
  readonly offsets: number[] = []

  /** Writes the text, tags and marks of a node; `start`: position of its content in the line. */
  inline(parent: Node, start: number) {
    let open: readonly string[] = []
    this.offsets[start] = this.text.length
    parent.forEach((node, at) => {
      const wanted = markDelimiters
        .map(([mark]) => mark)
        .filter((mark) => node.marks.some(({ type }) => type.name === mark))
      this.toggle(open, wanted)
      open = wanted
      const begin = this.text.length
      this.text += node.isText ? (node.text ?? '') : (node.attrs.source as string)
      // Maps each editor position of the node to its offset in the source. Bold or italic text ends before its closing
      // markup. A tag has one position, whatever the length of its source.
      for (let step = 1; step < node.nodeSize; step++) this.offsets[start + at + step] = begin + step
      this.offsets[start + at + node.nodeSize] = this.text.length
    })
    this.toggle(open, [])
  }

  /** Writes the markup between two texts: closes marks from the innermost outwards, then opens marks. */
  private toggle(open: readonly string[], wanted: readonly string[]) {
    for (const [mark, markup] of [...markDelimiters].reverse())
      if (open.includes(mark) && !wanted.includes(mark)) this.text += markup
    for (const [mark, markup] of markDelimiters) if (!open.includes(mark) && wanted.includes(mark)) this.text += markup
  }
}

export function serializeLine(line: Node): SerializedLine {
  const writer = new LineWriter()
  const { name } = line.type
  if (name === 'row') {
    line.forEach((cell, at) => {
      writer.text += '| '
      writer.offsets[at] = -1
      writer.inline(cell, at + 1)
      if (cell.content.size) writer.text += ' '
    })
    writer.text += '|'
    writer.offsets[line.content.size] = -1
    return writer
  }
  if (name === 'heading') writer.text = `${'#'.repeat(line.attrs.level as number)} `
  if (name === 'item') writer.text = `${line.attrs.tag as string} `
  writer.inline(line, 0)
  return writer
}

const sources = new WeakMap<Node, string>()

/** Returns the source of a line. Cached per node, because an edit changes few lines of the document. */
export function getLineSource(line: Node): string {
  const known = sources.get(line)
  if (known !== undefined) return known
  const { text } = serializeLine(line)
  sources.set(line, text)
  return text
}

export function serializeBody(doc: Node): string {
  return doc.children.map(getLineSource).join('\n')
}

/** Returns the one-based numbers of the lines that the document shows as source, because their styled form would have another source. */
export const listSourceLines = (doc: Node): number[] =>
  doc.children.flatMap((line, index) => (line.type.name === 'raw' && line.content.size > 0 ? index + 1 : []))

export function getSourceOffset(doc: Node, position: number): number {
  const $position = doc.resolve(Math.min(position, doc.content.size))
  const index = $position.index(0)
  let offset = 0
  for (let at = 0; at < index && at < doc.childCount; at++) offset += getLineSource(doc.child(at)).length + 1
  if ($position.depth === 0) return Math.max(0, index < doc.childCount ? offset : offset - 1)
  const { offsets } = serializeLine(doc.child(index))
  return offset + Math.max(0, offsets[position - $position.before(1) - 1] ?? 0)
}

/** Returns the document position of a source offset, or the nearest one before it, otherwise after it. */
export function getDocumentPosition(doc: Node, offset: number): number {
  let start = 0
  let left = offset
  for (const line of doc.children) {
    const { text, offsets } = serializeLine(line)
    if (left <= text.length || line === doc.lastChild) {
      const before = offsets.findLastIndex((one) => one >= 0 && one <= left)
      const best = before < 0 ? offsets.findIndex((one) => one >= 0) : before
      return start + 1 + best
    }
    left -= text.length + 1
    start += line.nodeSize
  }
  return start
}
