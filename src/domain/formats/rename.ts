import { renameInCondition } from '../documents/condition-text.ts'
import { keyOfBound } from '../fields/bound.ts'
import type { Column, Field } from '../fields/field.ts'
import type { FormatInput } from './format.ts'

export interface Renaming {
  from: string
  to: string
}

type Text = Pick<FormatInput, 'fields' | 'body' | 'signatures' | 'paper' | 'route'>

/** Updates references after a field got a new key: in other fields, columns, body, signatures, paper and route. */
export function renameField({ fields, body, signatures, paper, route }: Text, { from, to }: Renaming): Text {
  const named = renameAmong(fields, { from, to }).map((field) => {
    const { columns } = field
    // Skips tables with a column of the same key, because rows refer to the column.
    if (!columns || columns.some(({ key }) => key === from)) return field
    return { ...field, columns: columns.map((column) => ({ ...column, ...settingsOf(column, { from, to }) })) }
  })
  const renamed = { fields: named, body: inBody(body, { from, to }, (open) => !columnOf(open, fields, from)) }
  const rest = { ...(signatures && { signatures }), ...(paper && { paper }) }
  const steps = route?.map((step) => (step.when?.key === from ? { ...step, when: { ...step.when, key: to } } : step))
  return { ...renamed, ...renamedKeys(rest, { from, to }), ...(steps && { route: steps }) }
}

/**
 * Replaces the key in signature blocks and paper. Skips the properties in `noKeys`, which contain captions, ids and
 * settings.
 */
function renamedKeys<Value>(value: Value, { from, to }: Renaming, name = ''): Value {
  if (Array.isArray(value)) return value.map((each) => renamedKeys(each, { from, to })) as Value
  if (value && typeof value === 'object') {
    const pairs = Object.entries(value).map(([key, each]) => [key, renamedKeys(each, { from, to }, key)])
    return Object.fromEntries(pairs)
  }
  return value === from && !noKeys.includes(name) ? (to as Value) : value
}

const noKeys = ['by', 'caption', 'signatory', 'letterhead', 'size', 'margins', 'country']

/** Updates references to a renamed table column: sums in formulas, and tags in the sections of the table. */
export function renameColumn({ fields, body, ...rest }: Text, table: string, { from, to }: Renaming): Text {
  const sums = new RegExp(`\\b(${table}\\.)${from}\\b`, 'g')
  const named = fields.map((field) => {
    const formula = field.formula?.replace(sums, `$1${to}`)
    return formula === undefined ? field : { ...field, formula }
  })
  return { ...rest, fields: named, body: inBody(body, { from, to }, (open) => open.includes(table)) }
}

/** Updates references among sibling fields, or among the columns of a table, after a key changed. */
export function renameAmong<F extends Column>(fields: readonly F[], { from, to }: Renaming): F[] {
  const asked = (condition: Column['visibleIf']) => (condition?.key === from ? { ...condition, key: to } : condition)
  return fields.map((field) => ({
    ...field,
    ...settingsOf(field, { from, to }),
    ...(field.visibleIf && { visibleIf: asked(field.visibleIf) }),
    ...(field.requiredIf && { requiredIf: asked(field.requiredIf) }),
    ...('list' in field && filling(field as Field, { from, to })),
  }))
}

/** Replaces the key among the additional fields that a list record fills. */
function filling({ list }: Field, { from, to }: Renaming): Pick<Field, 'list'> {
  return list?.fills
    ? { list: { ...list, fills: list.fills.map((fill) => (fill.key === from ? { ...fill, key: to } : fill)) } }
    : {}
}

/** Returns the settings that name another field (bounds, document kind, formula), with the key replaced. */
function settingsOf({ min, max, kindFrom, formula }: Column, { from, to }: Renaming): Partial<Column> {
  const bound = (limit: number | string) =>
    keyOfBound(limit) === from ? `@${to}${String(limit).slice(from.length + 1)}` : limit
  // Skips function names (before a bracket) and column names (after a point).
  const word = new RegExp(`(?<![\\w.])${from}(?!\\w|\\s*\\()`, 'g')
  return {
    ...(min !== undefined && { min: bound(min) }),
    ...(max !== undefined && { max: bound(max) }),
    ...(kindFrom === from && { kindFrom: to }),
    ...(formula !== undefined && { formula: formula.replace(word, to) }),
  }
}

/**
 * Replaces the key in template tags. `means` reports whether the key is the renamed key inside the given open
 * sections.
 */
function inBody(body: string, { from, to }: Renaming, means: (open: readonly string[]) => boolean): string {
  const open: string[] = []
  return body.replace(/\{\{([^{}]*)\}\}/g, (tag, inside: string) => {
    const [, sign = '', rest = ''] = /^\s*([#/]?)\s*([\s\S]*)$/.exec(inside) ?? []
    if (sign === '/') open.pop()
    const condition = conditionIn(sign, rest)
    const key = condition === null ? (/^[a-z][a-z0-9_]*(?=\s*(?:\||$))/.exec(rest)?.[0] ?? null) : null
    const renamed = means(open) ? renamedTag(tag, { from, to }, condition, key) : tag
    if (sign === '#') open.push(key ?? '')
    return renamed
  })
}

/** Returns the condition of `{{#si …}}` or `{{sino si …}}`; `null` for other tags. */
function conditionIn(sign: string, rest: string): string | null {
  const [, , asked] =
    (sign === '#' ? /^(si)\s+([\s\S]+)$/ : /^(sino\s+si)\s+([\s\S]+)$/).exec(sign === '/' ? '' : rest) ?? []
  return asked ?? null
}

function renamedTag(tag: string, { from, to }: Renaming, condition: string | null, key: string | null): string {
  if (condition !== null) return tag.replace(condition, () => renameInCondition(condition, from, to))
  return key === from ? tag.replace(from, () => to) : tag
}

function columnOf(open: readonly string[], fields: readonly Field[], key: string): boolean {
  return fields.some((field) => open.includes(field.key) && field.columns?.some((column) => column.key === key))
}
