import type { Column, Field, Row, Value, Values } from '../field.ts'
import { type Style, styles } from '../fields/kind.ts'
import { isVisible, printValue } from '../values.ts'
import type { Node } from './template.ts'

/** Part of a line: the author's own text (`literal`, where markup counts) or something that is only text. */
export interface Piece {
  text: string
  literal: boolean
  key?: string
  missing?: string
  numeric?: boolean
}
export type ExpandedLine = Piece[]

/** What a document may take, counted and not timed, so that it is the same for whoever makes it: a thousand rows of fifty columns fit. */
const most = { pieces: 150_000, lines: 5_000, characters: 500_000 }

/** Thrown past the budget; its message is the code of the sentence. */
export class DocumentTooLarge extends Error {
  override message = 'document.tooLarge' as const
}

interface Scope {
  fields: readonly (Field | Column)[]
  values: Values | Row
}

/** The lines of a document with their values and without their sections; markup is not read yet. */
export function expand(nodes: readonly Node[], fields: readonly Field[], values: Values): ExpandedLine[] {
  const lines: ExpandedLine[] = [[]]
  const spent = { pieces: 0, lines: 0, characters: 0 }
  const here = () => lines.at(-1) as ExpandedLine
  walk(nodes, [{ fields, values }])
  return lines

  function walk(list: readonly Node[], scopes: readonly Scope[]) {
    for (const node of list) {
      spend('pieces', 1)
      if (node.kind === 'text') put({ text: node.text, literal: true })
      else if (node.kind === 'break') {
        spend('lines', 1)
        lines.push([])
      } else if (node.kind === 'value') put(pieceOf(node.key, node.style, scopes))
      else section(node, scopes)
    }
  }

  function put(piece: Piece) {
    spend('characters', piece.text.length)
    here().push(piece)
  }

  function spend(what: keyof typeof most, count: number) {
    spent[what] += count
    if (spent[what] > most[what]) throw new DocumentTooLarge()
  }

  function section(node: Node & { kind: 'section' }, scopes: readonly Scope[]) {
    // Leaves its trace, so that a line it empties is told from a blank one.
    if (!node.alone) here().push({ text: '', literal: false })
    const { field, value } = find(node.key, scopes)
    if (!isThere(value)) return
    if (field?.type !== 'table' || !Array.isArray(value)) return walk(node.nodes, scopes)
    const columns = 'columns' in field ? (field.columns ?? []) : []
    for (const row of value as Row[]) walk(node.nodes, [{ fields: columns, values: row }, ...scopes])
  }
}

function find(key: string, scopes: readonly Scope[]): { field?: Field | Column; value?: Value } {
  for (const { fields, values } of scopes) {
    const field = fields.find((one) => one.key === key)
    if (field) return { field, value: isVisible(field, values) ? values[key] : undefined }
  }
  return {}
}

function isThere(value: Value | undefined | null) {
  return (
    value !== undefined && value !== null && value !== '' && value !== false && !(Array.isArray(value) && !value.length)
  )
}

function pieceOf(key: string, style: string, scopes: readonly Scope[]): Piece {
  const { field, value } = find(key, scopes)
  if (!field) return { text: '', literal: false, key, missing: key }
  const numeric = isNumeric(field, style)
  const text = value === undefined || value === null ? '' : printValue(field, value, known(style))
  return text === ''
    ? { text, literal: false, key, missing: field.label, numeric }
    : { text, literal: false, key, numeric }
}

function known(style: string): Style | undefined {
  return styles.find((one) => one === style)
}

function isNumeric({ type, formula = '' }: Column, style: string) {
  if (style === 'letras' || style === 'mayusculas') return false
  if (type === 'computed') return style === 'moneda' || !/^\s*\w*[eE]nLetras\s*\(/.test(formula)
  return type === 'integer' || type === 'decimal' || type === 'money' || type === 'percent'
}
