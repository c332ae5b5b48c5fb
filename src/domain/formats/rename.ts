import { renameKeyInCondition } from '../documents/condition-text.ts'
import { getBoundKey } from '../fields/bound.ts'
import type { Column, Field } from '../fields/field.ts'
import type { AnswerTest, FieldCondition } from '../fields/field-key.ts'
import type { VersionContent } from './version-changes.ts'

export interface KeyRename {
  from: string
  to: string
}

/** Updates references to a field after its key changed: in other fields, columns, body and settings. */
export function renameField(
  { fields, body, external, route, ...rest }: VersionContent,
  { from, to }: KeyRename,
): VersionContent {
  const named = renameInSiblings(fields, { from, to }).map((field) => {
    const { columns } = field
    // Skips tables with a column of the same key, because the key means that column in the table's rows.
    if (!columns || columns.some(({ key }) => key === from)) return field
    return { ...field, columns: columns.map((column) => ({ ...column, ...renameInSettings(column, { from, to }) })) }
  })
  const renamed = {
    fields: named,
    body: renameInBody(body, { from, to }, (open) => !isColumnOfOpenTable(open, fields, from)),
  }
  const access = external?.field === from ? { ...external, field: to } : external
  const steps = route?.map((step) => ({
    ...step,
    ...(step.when && { when: renameInFieldCondition(step.when, { from, to }) }),
    ...(step.manager?.field === from && { manager: { field: to } }),
  }))
  return {
    ...renamed,
    ...replaceKeys(rest, { from, to }),
    ...(access && { external: access }),
    ...(steps && { route: steps }),
  }
}

/** Replaces the key in settings that refer to fields by key only. Skips `propertiesWithoutKeys`. */
function replaceKeys<Value>(value: Value, { from, to }: KeyRename, name = ''): Value {
  if (Array.isArray(value)) return value.map((each) => replaceKeys(each, { from, to })) as Value
  if (value && typeof value === 'object') {
    const pairs = Object.entries(value).map(([key, each]) => [key, replaceKeys(each, { from, to }, key)])
    return Object.fromEntries(pairs)
  }
  return value === from && !propertiesWithoutKeys.includes(name) ? (to as Value) : value
}

const propertiesWithoutKeys = [
  'by',
  'caption',
  'signatory',
  'letterhead',
  'size',
  'margins',
  'country',
  'role',
  'order',
]

/** Updates references to a table column after its key changed: sums in formulas, and tags in sections of the table. */
export function renameColumn(
  { fields, body, ...rest }: VersionContent,
  table: string,
  { from, to }: KeyRename,
): VersionContent {
  const sums = new RegExp(`\\b(${table}\\.)${from}\\b`, 'g')
  const named = fields.map((field) => {
    const formula = field.formula?.replace(sums, `$1${to}`)
    return formula === undefined ? field : { ...field, formula }
  })
  return { ...rest, fields: named, body: renameInBody(body, { from, to }, (open) => open.includes(table)) }
}

/** Updates references between fields, or between columns of a table, after a key changed. */
export function renameInSiblings<F extends Column>(fields: readonly F[], { from, to }: KeyRename): F[] {
  return fields.map((field) => ({
    ...field,
    ...renameInSettings(field, { from, to }),
    ...(field.visibleIf && { visibleIf: renameInFieldCondition(field.visibleIf, { from, to }) }),
    ...(field.requiredIf && { requiredIf: renameInFieldCondition(field.requiredIf, { from, to }) }),
    ...('list' in field && renameInListFills(field as Field, { from, to })),
  }))
}

function renameInFieldCondition(condition: FieldCondition, { from, to }: KeyRename): FieldCondition {
  const rename = (test: AnswerTest): AnswerTest => (test.key === from ? { ...test, key: to } : test)
  return 'tests' in condition ? { ...condition, tests: condition.tests.map(rename) } : rename(condition)
}

/** Replaces the key in the list of other fields that a list record fills. */
function renameInListFills({ list }: Field, { from, to }: KeyRename): Pick<Field, 'list'> {
  return list?.fills
    ? { list: { ...list, fills: list.fills.map((fill) => (fill.key === from ? { ...fill, key: to } : fill)) } }
    : {}
}

/** Returns the settings that may reference another field (bounds, type of identity document, formula), with the key replaced. */
function renameInSettings({ min, max, kindFrom, formula }: Column, { from, to }: KeyRename): Partial<Column> {
  const bound = (limit: number | string) =>
    getBoundKey(limit) === from ? `@${to}${String(limit).slice(from.length + 1)}` : limit
  // Skips function names (before a bracket) and column names (after a point).
  const word = new RegExp(`(?<![\\w.])${from}(?!\\w|\\s*\\()`, 'g')
  return {
    ...(min !== undefined && { min: bound(min) }),
    ...(max !== undefined && { max: bound(max) }),
    ...(kindFrom === from && { kindFrom: to }),
    ...(formula !== undefined && { formula: formula.replace(word, to) }),
  }
}

/** Replaces the key in template tags. `means`: returns whether it is the renamed field in the open sections. */
function renameInBody(body: string, { from, to }: KeyRename, means: (open: readonly string[]) => boolean): string {
  const open: string[] = []
  return body.replace(/\{\{([^{}]*)\}\}/g, (tag, inside: string) => {
    const [, sign = '', rest = ''] = /^\s*([#/]?)\s*([\s\S]*)$/.exec(inside) ?? []
    if (sign === '/') open.pop()
    const condition = conditionIn(sign, rest)
    const key = condition === null ? (/^[a-z][a-z0-9_]*(?=\s*(?:\||$))/.exec(rest)?.[0] ?? null) : null
    const renamed = means(open) ? renameInTag(tag, { from, to }, condition, key) : tag
    if (sign === '#') open.push(key ?? '')
    return renamed
  })
}

/** Returns the condition of a tag `{{#si …}}` or `{{sino si …}}`; `null` for other tags. */
function conditionIn(sign: string, rest: string): string | null {
  const [, , asked] =
    (sign === '#' ? /^(si)\s+([\s\S]+)$/ : /^(sino\s+si)\s+([\s\S]+)$/).exec(sign === '/' ? '' : rest) ?? []
  return asked ?? null
}

function renameInTag(tag: string, { from, to }: KeyRename, condition: string | null, key: string | null): string {
  if (condition !== null) return tag.replace(condition, () => renameKeyInCondition(condition, from, to))
  return key === from ? tag.replace(from, () => to) : tag
}

function isColumnOfOpenTable(open: readonly string[], fields: readonly Field[], key: string): boolean {
  return fields.some((field) => open.includes(field.key) && field.columns?.some((column) => column.key === key))
}
