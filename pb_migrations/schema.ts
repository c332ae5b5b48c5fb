// Literals shared by the migrations. Each built migration contains a copy of them, so published migrations never
// change.

/** Rule condition: the caller is an active user. */
export const activeUserRule = '@request.auth.isActive = true'
export const adminCondition = "@request.auth.role = '_admin'"
export const adminRule = `${activeUserRule} && ${adminCondition}`
/**
 * Rule condition: the caller is a member of a group of the record. Finds the caller's id in the text of `members`,
 * because comparing `groups.members.id` also joins every user of these groups and takes two to three times as long.
 * An id has exactly 15 letters and digits, so it is never part of another one.
 */
export const groupMemberCondition = 'groups.members ?~ @request.auth.id'
/**
 * View rule condition for collections with files. Thumbnails are rejected, because PocketBase decodes the whole image
 * before any hook runs.
 */
export const noThumbnailRule = '@request.query.thumb:isset = false'

/** Field or collection in PocketBase's JSON format. */
type Literal = Record<string, unknown>

export const requiredOption = { required: true }
export const dayPattern = { pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' }

const singleValue = { maxSelect: 1 }
export const field = {
  text: (name: string, max: number, more: Literal = {}) => ({ type: 'text', name, max, ...more }),
  integer: (name: string, more: Literal = {}) => ({ type: 'number', name, onlyInt: true, ...more }),
  count: (name: string, more: Literal = {}) => field.integer(name, { min: 0, ...more }),
  bool: (name: string) => ({ type: 'bool', name }),
  date: (name: string) => ({ type: 'date', name }),
  json: (name: string, maxSize: number, more: Literal = {}) => ({ type: 'json', name, maxSize, ...more }),
  select: (name: string, values: string[], more: Literal = {}) => ({
    type: 'select',
    name,
    values,
    ...singleValue,
    ...more,
  }),
  relation(name: string, to: core.Collection, more: Literal = {}) {
    return { type: 'relation', name, collectionId: to.id, ...singleValue, ...more }
  },
  file(name: string, maxSize: number, mimeTypes: string[], more: Literal = {}) {
    return { type: 'file', name, maxSize, mimeTypes, protected: true, ...singleValue, ...more }
  },
}
export const imageTypes = ['image/png', 'image/jpeg']
export const createdField = { type: 'autodate', name: 'created', onCreate: true, onUpdate: false }
const updatedField = { type: 'autodate', name: 'updated', onCreate: true, onUpdate: true }

interface CollectionLiteral {
  /** `null`, the default, allows superusers only. */
  listRule?: string
  limits?: ListLimits
  viewRule?: string | null
  createRule?: string
  updateRule?: string
  deleteRule?: string
  fields: Literal[]
  /** True to add the fields `created` and `updated`; default true. */
  hasDates?: boolean
  indexes?: string[]
}

/** Creates a collection and adds the query limits to its list rule. */
export function createCollection(app: CoreApp, name: string, literal: CollectionLiteral): core.Collection {
  const { listRule, limits, fields, hasDates = true, ...options } = literal
  const collection = {
    type: 'base',
    name,
    listRule: listRule && listRule + buildQueryLimits(limits),
    fields: hasDates ? [...fields, createdField, updatedField] : fields,
    ...options,
  }
  // PocketBase's types describe the methods of a collection, not the literal passed to the constructor.
  const made = new Collection(collection as unknown as Partial<Collection>)
  app.save(made)
  return made
}

export const findCollection = (app: CoreApp, name: string) => app.findCollectionByNameOrId(name)

export function runStatements(app: CoreApp, ...statements: string[]) {
  for (const sql of statements) app.db().newQuery(sql).execute()
}

const filter = '@request.query.filter'
const perPage = '@request.query.perPage'
const all = (conditions: readonly string[]) => conditions.join(' && ')
const buildWordConditions = (words: readonly string[]) => words.map((word) => `${filter} !~ '${word}'`)
/** Returns conditions that allow at most `most` operators of each kind. */
const buildOperatorLimits = (most: number) =>
  ['&&', '||'].map((sign) => `${filter} !~ '%${`${sign}%`.repeat(most + 1)}'`)
const [mostJoined, fewJoined] = [40, 4]

/** Part of each list rule: rejects back-relations in queries, because each record would read another collection. */
const noBackRelations = ['filter', 'sort', 'expand']
  .map((name) => ` && (@request.query.${name}:isset = false || @request.query.${name} !~ '_via_')`)
  .join('')

interface ListLimits {
  /** JSON and long text fields that filters must not name, directly or through a relation. */
  without?: string[]
  /** JSON and long text fields allowed only in filters with few conditions. */
  inFew?: string[]
  /** Fields allowed only in filters of administrators. */
  forAdmins?: string[]
  /** True for collections of few but large records, where filters may have only few conditions. */
  isLarge?: boolean
  /** Limits pages to 200 records. */
  isPaged?: boolean
}

/**
 * Returns the query limits for list rules of collections with many or large records. They are part of the rule,
 * because PocketBase runs the query before any hook.
 * SQLite evaluates each condition without a column once. `pb_hooks/runtime/list-limits.ts` repeats the limits to return
 * an error message.
 */
export function buildQueryLimits(limits?: ListLimits): string {
  if (!limits) return noBackRelations
  const { without = [], inFew = [], forAdmins = [], isLarge, isPaged } = limits
  const few = all(buildOperatorLimits(fewJoined))
  const conditions = [
    ...buildWordConditions(without),
    ...buildOperatorLimits(isLarge ? fewJoined : mostJoined),
    ...inFew.map((word) => `(${filter} !~ '${word}' || (${few}))`),
  ]
  const parts = [`(${filter}:isset = false || (${all(conditions)}))`]
  if (forAdmins.length)
    parts.push(`(${filter}:isset = false || ${adminCondition} || (${all(buildWordConditions(forAdmins))}))`)
  // Allows one or two digits, 100 to 199, or 200.
  if (isPaged)
    parts.push(
      `(${perPage}:isset = false || (${perPage} !~ '____%' && (${perPage} !~ '___%' || ${perPage} ~ '1__%' || ${perPage} = '200')))`,
    )
  return noBackRelations + parts.map((part) => ` && ${part}`).join('')
}
