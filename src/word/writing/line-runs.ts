import { parseTag } from '../../domain/documents/template-tag.ts'
import type { Field } from '../../domain/fields/field.ts'
import { tagStyleName } from '../tag-style.ts'
import { tagStyleId } from './word-archive.ts'
import { type OutputRunStyle, writeContentControl, writeRun } from './word-xml.ts'

const piecePattern = /\{\{[^{}]*\}\}|\*\*/g
const toggles = { '**': 'bold', '{{*}}': 'italic', '{{_}}': 'underline' } as const
type Toggle = keyof typeof toggles

/** Converts a line of markup to Word runs (XML). Bold, italics and underline become run styles; each tag becomes a content control with the tag as text. */
export function writeLineRuns(line: string, fields: readonly Field[]): string {
  const left = new Map<string, number>()
  for (const [piece] of line.matchAll(piecePattern)) left.set(piece, (left.get(piece) ?? 0) + 1)
  const style: OutputRunStyle = {}
  let written = ''
  let end = 0
  for (const match of line.matchAll(piecePattern)) {
    const [piece] = match
    written += writeRun(line.slice(end, match.index), style)
    end = match.index + piece.length
    const count = left.get(piece) ?? 0
    const name = toggles[piece as Toggle]
    // The last mark without a counterpart stays as text.
    if (name && (count > 1 || style[name])) style[name] = !style[name]
    else written += writeTag(piece, style, fields)
    left.set(piece, count - 1)
  }
  return written + writeRun(line.slice(end), style)
}

function writeTag(source: string, style: OutputRunStyle, fields: readonly Field[]): string {
  const read = parseTag(source.slice(2, -2))
  const key = typeof read === 'object' && 'key' in read ? read.key : ''
  const isValue = typeof read === 'object' && read.is === 'value'
  const label = findLabel(key, fields)
  const run = writeRun(source, { ...style, style: tagStyleId })
  return writeContentControl(run, key || 'formato', isValue ? `${key} · ${label || key}` : label || tagStyleName)
}

function findLabel(key: string, fields: readonly Field[]): string {
  const all = fields.flatMap((field) => [field, ...(field.columns ?? [])])
  return all.find((field) => field.key === key)?.label ?? ''
}
