import type { Column, Field, Row, Value, Values } from '../fields/field.ts'
import { isNumericField } from '../fields/field-types.ts'
import { spellOutValue } from '../fields/spell-out-value.ts'
import { formatValue, isFieldVisibleWithValues } from '../fields/values.ts'
import { parseDecimal } from '../money/decimal.ts'
import type { Notation } from '../money/notation.ts'
import { spellOutCount } from '../text/spell-out.ts'
import { capitalize } from '../text/text.ts'
import type { TextAlignment } from './blocks.ts'
import { evaluateCondition, hasValue } from './condition.ts'
import { findIdDocumentKind, formatIdNumber, formatIdWithKindName, getIdDocumentKindName } from './id-number.ts'
import type { ListItemTag } from './list-marker.ts'
import { getClauseName } from './ordinal.ts'
import type { Tab } from './tab.ts'
import type { TemplateNode } from './template.ts'
import type { TemplateCommand } from './template-tag.ts'
import { type NounForms, parseStyle, supportsStyle, type ValueStyle } from './value-style.ts'

/** Part of an expanded line. `literal`: `true` for template text, whose markup is parsed; `false` for values. */
export interface TextPiece {
  text: string
  literal: boolean
  key?: string
  missing?: string
  numeric?: boolean
  item?: ListItemTag
  /** Style that this piece starts or ends. */
  toggles?: 'italic' | 'underline'
  tab?: Tab
  /** Alignment of the line or cell that this piece starts. */
  align?: TextAlignment
  /** Number of columns of the cell that this piece starts. */
  span?: number
}

/** Line of the document after values and sections of the template were inserted. */
export interface ExpandedLine {
  pieces: TextPiece[]
  /** True if a table section repeats the line for each row. */
  repeated: boolean
  /** Number of the keep-together section that contains the line; 0 if there is none. `signature`: the same for signature sections. */
  together: number
  signature: number
  command: TemplateCommand | null
}

/** Maximum size of a document: about a thousand rows of fifty columns. Unlike a timeout, it is the same on every machine. */
const budget = { pieces: 150_000, lines: 5_000, characters: 500_000 }

/** Maximum nesting depth of sections, far above the limit for published formats. */
const maxSectionDepth = 200

/** Error if a document exceeds its maximum size. The message is the error code. */
export class DocumentTooLargeError extends Error {
  override message = 'document.tooLarge' as const
}

interface Scope {
  fields: readonly (Field | Column)[]
  values: Values | Row
}

/** Inserts values into a template and resolves its sections. Returns lines whose markup is not parsed yet. */
export function expandTemplate(
  nodes: readonly TemplateNode[],
  fields: readonly Field[],
  values: Values,
  organisation = '',
  notation?: Notation,
): ExpandedLine[] {
  const spent = { pieces: 0, lines: 0, characters: 0 }
  const at = { repeated: false, together: 0, signature: 0 }
  const lines: ExpandedLine[] = [{ ...at, pieces: [], command: null }]
  let clauses = 0
  let depth = 0
  let sections = 0
  const here = () => lines.at(-1) as ExpandedLine
  walk(nodes, [{ fields, values }])
  return lines

  function walk(list: readonly TemplateNode[], scopes: readonly Scope[]) {
    // Uses an index, because the server's JavaScript engine (goja) allocates an object per iteration of any other loop.
    for (let at = 0; at < list.length; at++) {
      const node = list[at] as TemplateNode
      spend('pieces', 1)
      if (node.kind === 'text') put({ text: node.text, literal: true })
      else if (node.kind === 'break') next()
      else if (node.kind === 'value') put(toPiece(node.key, node.style, scopes, notation))
      else if (node.kind === 'clause') put({ text: getClauseName(++clauses), literal: false })
      else if (node.kind === 'organisation') put({ text: organisation.trim() || 'La organización', literal: false })
      else if (node.kind === 'italic' || node.kind === 'underline') put({ ...noText, toggles: node.kind })
      else if (node.kind === 'item') put({ ...noText, item: node.item })
      else if (node.kind === 'tab') put({ text: '\t', literal: false, tab: node.tab })
      else if (node.kind === 'align') put({ ...noText, align: node.align })
      else if (node.kind === 'span') put({ ...noText, span: node.columns })
      else if (node.kind === 'command') here().command = node.command
      else if (isSection(node)) section(node, scopes)
    }
  }

  function next() {
    spend('lines', 1)
    lines.push({ ...at, pieces: [], command: null })
  }

  function put(piece: TextPiece) {
    spend('characters', piece.text.length)
    const before = here().pieces.at(-1)
    // The full stop of a value such as «Bogotá D. C.» also ends the sentence.
    const isEnded = piece.literal && before?.literal === false && before.text.endsWith('.')
    here().pieces.push(isEnded ? { ...piece, text: piece.text.replace(/^(\*\*)?\.(?!\.)/, '$1') } : piece)
  }

  function spend(what: keyof typeof budget, count: number) {
    spent[what] += count
    if (spent[what] > budget[what]) throw new DocumentTooLargeError()
  }

  function section(node: Section, scopes: readonly Scope[]) {
    if (++depth > maxSectionDepth) throw new DocumentTooLargeError()
    choose(node, scopes)
    depth--
  }

  function choose(node: Section, scopes: readonly Scope[]) {
    // Adds an empty piece, because a line with an empty section must not count as a blank line.
    if (!node.alone) here().pieces.push({ text: '', literal: false })
    if (node.kind === 'choice') {
      const branch = node.branches.find(
        ({ condition }) => !condition || evaluateCondition(condition, (key) => findField(key, scopes)),
      )
      return branch && walk(branch.nodes, scopes)
    }
    if (node.kind !== 'section') return within({ [node.kind]: ++sections }, () => walk(node.nodes, scopes))
    const { field, value } = findField(node.key, scopes)
    if (!hasValue(value) || value === false) return
    if (field?.type !== 'table' || !Array.isArray(value)) return walk(node.nodes, scopes)
    const columns = 'columns' in field ? (field.columns ?? []) : []
    within({ repeated: true }, () => {
      for (const row of value as Row[]) walk(node.nodes, [{ fields: columns, values: row }, ...scopes])
    })
  }

  /** Marks the lines that `write` adds as part of a section, with an empty current line but without an empty last line. */
  function within(inner: Partial<typeof at>, write: () => void) {
    const outer = { ...at }
    Object.assign(at, inner)
    if (isEmpty(here())) Object.assign(here(), at)
    write()
    Object.assign(at, outer)
    if (isEmpty(here())) Object.assign(here(), at)
  }
}

const noText = { text: '', literal: false } as const

function isEmpty({ pieces, command }: ExpandedLine) {
  return !command && pieces.every(({ text, missing }) => !text && missing === undefined)
}

type Section = Extract<TemplateNode, { alone: boolean }>

const isSection = (node: TemplateNode): node is Section => 'alone' in node

function findField(key: string, scopes: readonly Scope[]): { field?: Field | Column; value?: Value } {
  for (let at = 0; at < scopes.length; at++) {
    const { fields, values } = scopes[at] as Scope
    const field = fields.find((one) => one.key === key)
    if (field) return { field, value: isFieldVisibleWithValues(field, values) ? values[key] : undefined }
  }
  return {}
}

function toPiece(key: string, style: string, scopes: readonly Scope[], notation: Notation | undefined): TextPiece {
  const { field, value } = findField(key, scopes)
  if (!field) return { text: '', literal: false, key, missing: key }
  const asked = style ? parseStyleCached(style) : null
  const numeric = printsAsNumber(field, asked)
  const isId = field.type === 'idDocument' && typeof value === 'string' && value
  const isThere = value !== undefined && value !== null
  const text = isId
    ? formatId(field, value, asked, scopes, notation)
    : isThere
      ? formatStyled(field, value, asked, notation)
      : ''
  return text === ''
    ? { text, literal: false, key, missing: field.label, numeric }
    : { text, literal: false, key, numeric }
}

const parsedStyles = new Map<string, ValueStyle | null>()

/** Parses a style. Cached, because each row of a table has the same styles. */
function parseStyleCached(text: string): ValueStyle | null {
  const known = parsedStyles.get(text)
  if (known !== undefined) return known
  if (parsedStyles.size > 500) parsedStyles.clear()
  const asked = parseStyle(text)
  parsedStyles.set(text, asked)
  return asked
}

function printsAsNumber({ type, formula = '', options = [] }: Column, asked: ValueStyle | null) {
  const style = asked && 'style' in asked ? asked.style : undefined
  if (asked && (!style || style === 'letras' || style === 'mayusculas')) return false
  if (type === 'computed') return style === 'moneda' || !/^\s*\w*[eE]nLetras\s*\(/.test(formula)
  // Treats options without leading zeros, such as 0, 5 and 19, as numbers. An option such as «01» is a code.
  if (type === 'choice')
    return options.length > 0 && options.every(({ value }) => /^(0|[1-9]\d*)([.,]\d+)?$/.test(value))
  return isNumericField({ type })
}

function formatId(
  field: Field | Column,
  value: string,
  asked: ValueStyle | null,
  scopes: readonly Scope[],
  notation?: Notation,
) {
  const chosen = field.kindFrom === undefined ? undefined : findField(field.kindFrom, scopes).value
  const kind = findIdDocumentKind(field, value, chosen)
  const style = asked && 'style' in asked ? asked.style : undefined
  if (style === 'documento') return formatIdWithKindName(value, kind, notation)
  return style === 'Documento'
    ? capitalize(formatIdWithKindName(value, kind, notation))
    : formatIdNumber(value, kind, notation)
}

/** Formats a value for a document. Ignores styles that the field type does not support. */
function formatStyled(field: Column, value: Value, asked: ValueStyle | null, notation?: Notation): string {
  if (!asked || !supportsStyle(field, asked)) return formatValue(field, value, undefined, notation)
  if ('counted' in asked) return formatCounted(field, value, asked.counted, notation)
  if (asked.style === 'cédula' || asked.style === 'Cédula') {
    const name = getIdDocumentKindName(String(value))
    return asked.style === 'cédula' ? name : capitalize(name)
  }
  if (asked.style === 'documento' || asked.style === 'Documento') return formatValue(field, value, undefined, notation)
  if (asked.style === 'letras') return spellOutValue(field, value, notation)
  return formatValue(field, value, asked.style === 'lista' ? 'largo' : asked.style, notation)
}

/** Formats a quantity with its noun: «1 hora», «3,5 horas», «treinta (30) días». Other texts are returned unchanged. */
function formatCounted(field: Column, value: Value, { one, many, words }: NounForms, notation?: Notation): string {
  const digits = formatValue(field, value, undefined, notation)
  const number = parseDecimal(String(value))
  if (!number) return digits
  const noun = number.units === 10n ** BigInt(number.scale) ? one : many
  return words ? `${spellOutCount(String(value), words, notation)} (${digits}) ${noun}` : `${digits} ${noun}`
}
