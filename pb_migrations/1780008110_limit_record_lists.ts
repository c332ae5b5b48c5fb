// PocketBase runs the query of a record list before any hook, so its limits stand in the list rule. SQLite evaluates each condition that names no
// column once, before it reads anything; the role of `@request.auth` is a column of a join. `pb_hooks/lib/list-limits.ts` repeats the limits to
// answer with a reason.
const filter = '@request.query.filter'
const perPage = '@request.query.perPage'
const isAdmin = "@request.auth.role = '_admin'"

const without = (words: readonly string[]) => words.map((word) => `${filter} !~ '${word}'`)
/** At most `count` conditions joined by each operator. */
const joinedAtMost = (count: number) => ['&&', '||'].map((sign) => `${filter} !~ '%${`${sign}%`.repeat(count + 1)}'`)
const all = (conditions: readonly string[]) => conditions.join(' && ')

const mostJoined = 40
const fewJoined = 4

/** JSON and long texts, by their own names and behind a relation. Each condition costs every list and every live connection, so there are few. */
const ofVersions = ['format.', 'formatVersion.']
const heavy: Record<string, string[]> = {
  requests: ['values', ...ofVersions],
  batches: ofVersions,
  batch_rows: ['values', 'errors', 'wrong', 'request.', 'batch.'],
  request_revisions: ['values', 'request.'],
  request_documents: ['request.'],
  attachments: ['request.', 'batch.'],
}
/** The same, where a page or an administrator needs them: in few conditions. */
const heavyInFew: Record<string, string[]> = { batch_rows: ['warnings'], events: ['details', 'reason'] }
const heavyForUsers: Record<string, string[]> = { events: ['details', 'reason'] }
/** Few records, each of them large: few conditions in any case. */
const large = ['formats', 'format_versions']
/** Collections whose records are so large that a page has 200 at most. */
const paged = ['requests', 'batch_rows', 'request_revisions', 'format_versions']

/** Collections that may hold many records, or large ones. */
const names = [
  'users',
  'events',
  'formats',
  'format_versions',
  'batches',
  'batch_rows',
  'requests',
  'request_documents',
  'request_revisions',
  'notices',
  'attachments',
]

function filterLimits(name: string): string[] {
  const few = all(joinedAtMost(fewJoined))
  const limits = [...without(heavy[name] ?? []), ...joinedAtMost(large.includes(name) ? fewJoined : mostJoined)]
  for (const word of heavyInFew[name] ?? []) limits.push(`(${filter} !~ '${word}' || (${few}))`)
  const own = without(heavyForUsers[name] ?? [])
  const ofUsers = own.length ? [`(${filter}:isset = false || ${isAdmin} || (${all(own)}))`] : []
  return [`(${filter}:isset = false || (${all(limits)}))`, ...ofUsers]
}

/** `200` at most: two digits, `1` and two more, or `200` itself. */
const pageLimit = `(${perPage}:isset = false || (${perPage} !~ '____%' && (${perPage} !~ '___%' || ${perPage} ~ '1__%' || ${perPage} = '200')))`

function limitsOf(name: string): string {
  const limits = filterLimits(name)
  if (paged.includes(name)) limits.push(pageLimit)
  return limits.map((limit) => ` && ${limit}`).join('')
}

function change(app: CoreApp, rule: (before: string, limits: string) => string) {
  for (const name of names) {
    const collection = app.findCollectionByNameOrId(name)
    if (collection.listRule) collection.listRule = rule(collection.listRule, limitsOf(name))
    app.save(collection)
  }
}

migrate(
  (app) => change(app, (before, limits) => before + limits),
  (app) => change(app, (before, limits) => before.replace(limits, '')),
)
