import type { TemplateError } from './template.ts'
import { parseTag } from './template-tag.ts'

/** Marks that open and close a style. Tags are replaced by private-use characters, which no body contains, because the input check rejects them. */
const marks = [
  { mark: '**', tag: null, code: 'template.bold', key: '**' },
  { mark: '\ue000', tag: /\{\{\s*\*\s*\}\}/g, code: 'template.italic', key: '{{*}}' },
  { mark: '\ue001', tag: /\{\{\s*_\s*\}\}/g, code: 'template.underline', key: '{{_}}' },
] as const

/**
 * Returns an error for each `**`, `{{*}}` or `{{_}}` without a counterpart in its paragraph, heading or cell. An unpaired `**` would be printed, and an
 * unpaired tag would have no effect.
 */
export function findUnpairedMarks(body: string): TemplateError[] {
  const marked = marks.reduce((text, { mark, tag }) => (tag ? text.replace(tag, mark) : text), body)
  const lines = marked.split(/\r\n?|\n/).map((source) => ({
    opening: getOpeningTag(source),
    text: source.replace(/\{\{[^{}]*\}\}/g, '').trim(),
  }))
  return marks.flatMap(({ mark, code, key }) => findUnpaired(lines, mark).map((line) => ({ line, code, key })))
}

interface MarkedLine {
  /** `item` if the line starts a list item; otherwise the alignment at its start, if any. */
  opening: string
  /** Text without tags. */
  text: string
}

function getOpeningTag(source: string): string {
  const tag = parseTag(/^\s*\{\{([^{}]*)\}\}/.exec(source)?.[1] ?? '')
  if (typeof tag === 'string') return ''
  return tag.is === 'align' ? tag.align : tag.is === 'item' ? 'item' : ''
}

function findUnpaired(lines: readonly MarkedLine[], mark: string): number[] {
  const found: number[] = []
  let count = 0
  let last = 0
  function end() {
    if (count % 2) found.push(last)
    count = 0
  }
  lines.forEach(({ opening, text }, index) => {
    const before = lines[index - 1]?.opening ?? ''
    const continues = opening === before || (opening === '' && before === 'item')
    if (opening === 'item' || !continues) end()
    const whole = !text || text.startsWith('#') || text.startsWith('|')
    if (whole) end()
    for (const part of text.startsWith('|') ? text.split('|') : [text]) {
      const marksHere = part.split(mark).length - 1
      if (marksHere) last = index + 1
      count += marksHere
      if (whole) end()
    }
  })
  end()
  return found
}
