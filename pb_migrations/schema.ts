// Literals shared by the migrations. Each built migration contains a copy of what it uses, so published parts are never edited.

/** Condition of rules: the caller is an active user. */
export const active = '@request.auth.isActive = true'
export const isAdmin = "@request.auth.role = '_admin'"
export const admins = `${active} && ${isAdmin}`
/** Condition of view rules of collections with files. PocketBase decodes a whole image to draw a thumb, before any hook runs. */
export const withoutThumb = '@request.query.thumb:isset = false'

/** Field or collection as PocketBase reads it from JSON. */
type Literal = Record<string, unknown>

export const required = { required: true }
export const day = { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }

const one = { maxSelect: 1 }
/** Literals of fields. */
export const field = {
  text: (name: string, max: number, more: Literal = {}) => ({ type: 'text', name, max, ...more }),
  integer: (name: string, more: Literal = {}) => ({ type: 'number', name, onlyInt: true, ...more }),
  /** Integer from 0. */
  count: (name: string, more: Literal = {}) => field.integer(name, { min: 0, ...more }),
  bool: (name: string) => ({ type: 'bool', name }),
  date: (name: string) => ({ type: 'date', name }),
  json: (name: string, maxSize: number, more: Literal = {}) => ({ type: 'json', name, maxSize, ...more }),
  /** Choice of one value. */
  select: (name: string, values: string[], more: Literal = {}) => ({ type: 'select', name, values, ...one, ...more }),
  relation(name: string, to: core.Collection, more: Literal = {}) {
    return { type: 'relation', name, collectionId: to.id, ...one, ...more }
  },
  /** Protected file. */
  file(name: string, maxSize: number, mimeTypes: string[], more: Literal = {}) {
    return { type: 'file', name, maxSize, mimeTypes, protected: true, ...one, ...more }
  },
}
export const images = ['image/png', 'image/jpeg']
export const created = { type: 'autodate', name: 'created', onCreate: true, onUpdate: false }
const updated = { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true }

interface CollectionLiteral {
  /** `null`, the default, permits superusers only. */
  listRule?: string
  limits?: ListLimits
  viewRule?: string | null
  createRule?: string
  updateRule?: string
  deleteRule?: string
  fields: Literal[]
  /** Whether the server stores when a record was created and updated. */
  hasDates?: boolean
  indexes?: string[]
}

/** Creates a collection. Adds the limits of queries to its list rule. */
export function createCollection(app: CoreApp, name: string, literal: CollectionLiteral): core.Collection {
  const { listRule, limits, fields, hasDates = true, ...options } = literal
  const collection = {
    type: 'base',
    name,
    listRule: listRule && listRule + limitQueries(limits),
    fields: hasDates ? [...fields, created, updated] : fields,
    ...options,
  }
  // PocketBase's types describe the methods of a collection, not the literal that it is made of.
  const made = new Collection(collection as unknown as Partial<Collection>)
  app.save(made)
  return made
}

export const find = (app: CoreApp, name: string) => app.findCollectionByNameOrId(name)

export function run(app: CoreApp, ...statements: string[]) {
  for (const sql of statements) app.db().newQuery(sql).execute()
}

const filter = '@request.query.filter'
const perPage = '@request.query.perPage'
const all = (conditions: readonly string[]) => conditions.join(' && ')
const withoutWords = (words: readonly string[]) => words.map((word) => `${filter} !~ '${word}'`)
/** At most `most` conditions joined by each operator. */
const joinedAtMost = (most: number) => ['&&', '||'].map((sign) => `${filter} !~ '%${`${sign}%`.repeat(most + 1)}'`)
const [mostJoined, fewJoined] = [40, 4]

/** Part of each list rule: no query follows relations backwards, because such a query reads another collection for each record. */
const noBackRelations = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')

interface ListLimits {
  /** JSON and long texts, by their own names and behind a relation. */
  without?: string[]
  /** JSON and long texts that a filter of few conditions may name. */
  inFew?: string[]
  /** Words that only filters of administrators may name. */
  forAdmins?: string[]
  /** Few records, each of them large: few conditions in any case. */
  isLarge?: boolean
  /** At most 200 records a page. */
  isPaged?: boolean
}

/**
 * Part of the list rules of collections with many or large records. PocketBase queries before any hook runs, so its limits stand in the rule.
 * SQLite evaluates each condition without a column once. `pb_hooks/lib/list-limits.ts` repeats the limits to answer with a reason.
 */
export function limitQueries(limits?: ListLimits): string {
  if (!limits) return noBackRelations
  const { without = [], inFew = [], forAdmins = [], isLarge, isPaged } = limits
  const few = all(joinedAtMost(fewJoined))
  const conditions = [
    ...withoutWords(without),
    ...joinedAtMost(isLarge ? fewJoined : mostJoined),
    ...inFew.map((word) => `(${filter} !~ '${word}' || (${few}))`),
  ]
  const parts = [`(${filter}:isset = false || (${all(conditions)}))`]
  if (forAdmins.length) parts.push(`(${filter}:isset = false || ${isAdmin} || (${all(withoutWords(forAdmins))}))`)
  // Two digits, `1` and two more, or `200` itself.
  if (isPaged)
    parts.push(
      `(${perPage}:isset = false || (${perPage} !~ '____%' && (${perPage} !~ '___%' || ${perPage} ~ '1__%' || ${perPage} = '200')))`,
    )
  return noBackRelations + parts.map((part) => ` && ${part}`).join('')
}
