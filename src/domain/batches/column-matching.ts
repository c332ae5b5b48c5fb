import type { Column, Field } from '../fields/field.ts'
import { getEditDistance } from '../text/closest-match.ts'
import { headerSynonyms, relatedHeaders, removeHeaderSuffix } from './header-synonyms.ts'
import { normalizeHeader, tokenizeHeader } from './header-words.ts'

/** Target of a sheet column: a field, or a column of a table field. For a table, `index` is the one-based table row. */
export interface ColumnTarget {
  key: string
  field: Column
  table?: { key: string; index: number }
}

/** Header of a sheet column. `texts`: texts to match, most specific first. */
export interface ColumnHeader {
  column: number
  texts: string[]
}

/**
 * Reason why a column matches a field. `general`: common synonym that the format does not define. `abbreviation`: the
 * header abbreviates the field's name, and the column's values fit the field.
 */
type MatchReason = 'key' | 'label' | 'alias' | 'general' | 'remembered' | 'abbreviation'

/** Match of a sheet column. `suggestion`: key of a field with a similar name, if the column matches none. */
export interface ColumnMatch {
  column: number
  key?: string
  how?: MatchReason
  suggestion?: string
}

/** Key of the target by column number. */
export type ColumnMapping = Record<number, string>

export type MappingProblem = { kind: 'duplicate'; key: string; columns: number[] } | { kind: 'missing'; key: string }

interface FieldName {
  key: string
  how: MatchReason
  field: Column
  /** True for a weak match: a synonym, or a name that differs by «número» or a unit. Exact names take precedence. */
  loose: boolean
  /** True if only the lower of two header levels matched: «Nombre» of «Jefe / Nombre». All other matches take precedence. */
  partial?: boolean
}

export interface HeaderMatcher {
  find(texts: readonly string[]): FieldName | undefined
  suggest(texts: readonly string[], taken: ReadonlySet<string>): string | undefined
  /** Returns the fields whose names the header may abbreviate or contain in the other grammatical gender. */
  abbreviated(texts: readonly string[], taken: ReadonlySet<string>): ColumnTarget[]
}

export type ColumnFitPredicate = (column: number, field: Column) => boolean

const maxTableRows = 200

/** Returns the target of a column key: a field or a table cell (`items_1_cantidad`). Returns `undefined` for computed fields and whole tables. */
export function findColumnTarget(key: string, fields: readonly Field[]): ColumnTarget | undefined {
  const field = fields.find((candidate) => candidate.key === key)
  if (field) return field.type === 'table' || field.type === 'computed' ? undefined : { key, field }
  for (const table of fields) {
    if (table.type !== 'table' || !key.startsWith(`${table.key}_`)) continue
    const [, index = '', column] = /^(\d{1,3})_(.+)$/.exec(key.slice(table.key.length + 1)) ?? []
    const found = table.columns?.find((candidate) => candidate.key === column && candidate.type !== 'computed')
    if (found && Number(index) >= 1 && Number(index) <= maxTableRows)
      return { key, field: found, table: { key: table.key, index: Number(index) } }
  }
  return undefined
}

export function createHeaderMatcher(fields: readonly Field[]): HeaderMatcher {
  const names = new Map<string, FieldName>()
  const add = (folded: string, name: FieldName) => {
    const known = names.get(folded)
    if (folded !== '' && (!known || (known.loose && !name.loose))) names.set(folded, name)
  }
  const addNames = (field: Column, fold: (text: string) => string, key: string, loose: boolean) => {
    add(fold(field.key), { key, field, how: 'key', loose })
    add(fold(field.label), { key, field, how: 'label', loose })
    for (const alias of field.aliases ?? []) add(fold(alias), { key, field, how: 'alias', loose })
  }
  const plain = fields.filter((field) => findColumnTarget(field.key, fields))
  for (const loose of [false, true])
    for (const field of plain) addNames(field, loose ? normalizeHeaderLoosely : normalizeHeader, field.key, loose)
  for (const table of fields)
    for (const column of table.columns ?? [])
      for (const name of [table.key, table.label, ...(table.aliases ?? [])])
        addNames(
          column,
          (text) => `${normalizeHeader(name)}#${normalizeHeader(text)}`,
          `${table.key}#${column.key}`,
          false,
        )

  addSynonyms(names)

  const findOne = (text: string) =>
    names.get(normalizeHeader(text)) ?? findTableCell(text, names) ?? names.get(normalizeHeaderLoosely(text))
  return {
    find: (texts) => {
      for (const [level, text] of texts.entries()) {
        const found = findOne(text) ?? findShortened(text, findOne)
        if (found) return level === 2 ? { ...found, partial: true } : found
      }
      return undefined
    },
    suggest: (texts, taken) => findClosestName(texts, names, taken) ?? findRelated(texts, names, taken),
    abbreviated: (texts, taken) => {
      const written = texts.map(tokenizeHeader).filter((words) => words.length > 0)
      const fits = (field: Column, name: string) => written.some((words) => isAbbreviationOf(words, name, field))
      return plain.flatMap((field) => {
        const own = [field.label, field.key.replaceAll('_', ' '), ...(field.aliases ?? [])]
        return !taken.has(field.key) && own.some((name) => fits(field, name)) ? { key: field.key, field } : []
      })
    },
  }
}

/** Adds common synonyms (`headerSynonyms`) to the names of a field. Skips groups in which two fields have a name. */
function addSynonyms(names: Map<string, FieldName>) {
  for (const same of headerSynonyms) {
    const found = same.flatMap((text) => names.get(text) ?? [])
    const [first] = found
    if (!first || found.some(({ key }) => key !== first.key)) continue
    for (const text of same) if (!names.has(text)) names.set(text, { ...first, how: 'general', loose: true })
  }
}

function findShortened(text: string, find: (text: string) => FieldName | undefined): FieldName | undefined {
  const short = removeHeaderSuffix(text)
  const found = short && find(short.text)
  return found && short.fits(found.field) ? { ...found, loose: true } : undefined
}

function normalizeHeaderLoosely(text: string): string {
  return tokenizeHeader(text)
    .filter((word) => word !== 'numero')
    .join('')
}

/** Returns the table column of a cell header such as «Ítems 1 Cantidad» or `items_1_cantidad`. */
function findTableCell(text: string, names: ReadonlyMap<string, FieldName>): FieldName | undefined {
  const words = tokenizeHeader(text)
  const place = words.findIndex((word) => /^\d{1,3}$/.test(word))
  if (place < 1) return undefined
  const found = names.get(`${words.slice(0, place).join('')}#${words.slice(place + 1).join('')}`)
  const index = Number(words[place])
  return found && index >= 1 && index <= maxTableRows
    ? { ...found, key: found.key.replace('#', `_${index}_`) }
    : undefined
}

function findClosestName(texts: readonly string[], names: ReadonlyMap<string, FieldName>, taken: ReadonlySet<string>) {
  let best: string | undefined
  let least = 3
  for (const text of texts) {
    const sought = normalizeHeader(text)
    if (sought.length < 4 || sought.length > 60) continue
    for (const [name, { key }] of names) {
      if (taken.has(key) || key.includes('#') || Math.abs(name.length - sought.length) > 2) continue
      const far = getEditDistance(sought, name)
      if (far < least && far <= Math.floor(Math.max(sought.length, name.length) / 4)) {
        least = far
        best = key
      }
    }
  }
  return best
}

/** Matches sheet columns to fields. `remembered`: the user's earlier choices, which take precedence (header → key, empty for no field). */
export function matchColumns(
  headers: readonly ColumnHeader[],
  fields: readonly Field[],
  remembered: Readonly<Record<string, string>> = {},
  agree: ColumnFitPredicate = () => false,
): ColumnMatch[] {
  const matcher = createHeaderMatcher(fields)
  const found = headers.map(({ column, texts }) => {
    const chosen = remembered[normalizeHeader(texts[0] ?? '')]
    if (chosen !== undefined && (chosen === '' || findColumnTarget(chosen, fields)))
      return {
        column,
        texts,
        name:
          chosen === '' ? undefined : { key: chosen, how: 'remembered' as MatchReason, loose: false, partial: false },
        chosen,
      }
    return { column, texts, name: matcher.find(texts), chosen }
  })
  const ranks = new Map<string, number>()
  for (const { name } of found) if (name) ranks.set(name.key, Math.min(rankMatch(name), ranks.get(name.key) ?? 2))
  const taken = new Set(found.map(({ name }) => name?.key ?? ''))
  const short = abbreviations(
    found.filter(({ name, chosen }) => !name && chosen === undefined),
    (texts) => matcher.abbreviated(texts, taken),
    agree,
  )
  for (const key of short.values()) taken.add(key)
  return found.map(({ column, texts, name, chosen }): ColumnMatch => {
    const abbreviated = short.get(column)
    if (abbreviated !== undefined) return { column, key: abbreviated, how: 'abbreviation' }
    if (name && rankMatch(name) === ranks.get(name.key)) return { column, key: name.key, how: name.how }
    const suggestion = chosen === '' ? undefined : matcher.suggest(texts, taken)
    return suggestion === undefined ? { column } : { column, suggestion }
  })
}

/** Returns the rank of a match; of two columns for one field, only those of the lowest rank are mapped. */
const rankMatch = ({ loose, partial }: Pick<FieldName, 'loose' | 'partial'>): number => (partial ? 2 : loose ? 1 : 0)

/** Returns the columns whose header abbreviates a field's name and whose values fit it. Omits ambiguous ones. */
function abbreviations(
  headers: readonly ColumnHeader[],
  candidates: (texts: readonly string[]) => ColumnTarget[],
  agree: ColumnFitPredicate,
): Map<number, string> {
  const found = headers.flatMap(({ column, texts }) => {
    const [only, another] = candidates(texts).filter(({ field }) => agree(column, field))
    return only && !another ? [{ column, key: only.key }] : []
  })
  const isAlone = (key: string) => found.filter((one) => one.key === key).length === 1
  return new Map(found.flatMap(({ column, key }): [number, string][] => (isAlone(key) ? [[column, key]] : [])))
}

/**
 * Returns whether words abbreviate a name: «T. doc» → «Tipo de documento», «F. ingreso» → «Fecha de ingreso», «Dirigida a» → «Dirigido a». Each word
 * is a prefix of at least three letters; the first may be a single letter. For text fields, words may differ only in gender.
 */
function isAbbreviationOf(words: readonly string[], name: string, { type }: Column): boolean {
  const fullWords = tokenizeHeader(name)
  if (words.length < 2 || words.length !== fullWords.length) return false
  const isText = type === 'text' || type === 'longText'
  return words.every((word, i) => {
    const full = fullWords[i] ?? ''
    if (removeGenderEnding(word) === removeGenderEnding(full)) return true
    return !isText && full.startsWith(word) && (i === 0 || word.length >= 3)
  })
}

const removeGenderEnding = (word: string) => (word.length > 4 ? word.replace(/[ao]$/, '') : word)

/** Returns the key of a field whose name is related to the header. Only a suggestion: it may be another field. */
function findRelated(texts: readonly string[], names: ReadonlyMap<string, FieldName>, taken: ReadonlySet<string>) {
  for (const text of texts)
    for (const [word, name] of relatedHeaders)
      if (normalizeHeader(text) === normalizeHeader(word)) {
        const { key } = names.get(normalizeHeader(name)) ?? {}
        if (key !== undefined && !taken.has(key)) return key
      }
  return undefined
}

export function getColumnMapping(matches: readonly ColumnMatch[]): ColumnMapping {
  return Object.fromEntries(matches.flatMap(({ column, key }) => (key === undefined ? [] : [[column, key]])))
}

/** Returns fields that several columns fill, and required fields without a column. Needs only the mapping, no rows. */
export function findMappingProblems(mapping: ColumnMapping, fields: readonly Field[]): MappingProblem[] {
  const columns = new Map<string, number[]>()
  for (const [column, key] of Object.entries(mapping)) columns.set(key, [...(columns.get(key) ?? []), Number(column)])
  const filled = new Set([...columns.keys()].map((key) => findColumnTarget(key, fields)?.table?.key ?? key))
  const missing = fields.filter(
    (field) => field.required && !field.visibleIf && field.type !== 'computed' && !filled.has(field.key),
  )
  const duplicate = [...columns].filter(([, places]) => places.length > 1)
  return [
    ...duplicate.map(([key, places]): MappingProblem => ({ kind: 'duplicate', key, columns: places })),
    ...missing.map(({ key }): MappingProblem => ({ kind: 'missing', key })),
  ]
}
