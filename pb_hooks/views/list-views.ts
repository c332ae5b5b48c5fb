import { findInvalidViewParameters } from '../../src/domain/views/invalid-view-parameters.ts'
import { type ListWithViews, listsWithViews, type ViewAudience } from '../../src/domain/views/view.ts'
import type { View, ViewSearchParams } from '../../src/domain/views/view-output.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { createErrorResponse, getQueryParams } from '../lib/http.ts'
import { queryRows } from '../lib/sql.ts'
import { isAdmin, requireUser } from '../lib/users.ts'

const maxViews = 200

const viewColumns = {
  id: '',
  name: '',
  search: '',
  sharedWith: '' as ViewAudience,
  owner: '',
  ownerName: '',
}

/** `GET /api/app/views?screen=` → views of a list that the user may open, the user's own first, then oldest first. */
export function listViews(e: core.RequestEvent) {
  return e.json(200, findViews(e.app, requireUser(e), getQueryParams(e).screen))
}

function findViews(app: CoreApp, caller: core.Record, list: string | undefined): View[] {
  const screen = listsWithViews.find((each) => each === list)
  if (!screen) throw createErrorResponse('invalid', 400, { screen: 'choice' })
  const found = queryRows(
    app,
    `SELECT views.id, views.name, views.search, views.sharedWith, views.owner, ifnull(users.name, '') AS ownerName
     FROM views LEFT JOIN users ON users.id = views.owner
     WHERE views.screen = {:screen}
       AND (views.owner = {:me} OR views.sharedWith = 'everybody' OR {:isAdmin} AND views.sharedWith = 'admins')
     ORDER BY views.owner != {:me}, views.created, views.id LIMIT ${maxViews}`,
    { me: caller.id, screen, isAdmin: Number(isAdmin(caller)) },
    viewColumns,
  )
  const read = found.map(({ search, ...view }) => ({ ...view, ...validateSearch(screen, search) }))
  return addDeletedReferences(app, read)
}

/** Validates a stored search, which an earlier version may have written. Invalid entries are removed and named in `missing`. */
function validateSearch(screen: ListWithViews, text: string): { search: ViewSearchParams; missing: string[] } {
  const parsed = parseStoredJson<Record<string, unknown> | null>(text, null)
  if (!parsed || typeof parsed !== 'object' || Array.isArray(parsed)) return { search: {}, missing: ['search'] }
  const missing = findInvalidViewParameters(screen, parsed)
  const search = Object.fromEntries(
    Object.entries(parsed).filter(([name]) => !missing.includes(name)),
  ) as ViewSearchParams
  return { search, missing }
}

const referencedTables = { format: 'formats', batch: 'batches', owner: 'users', reviewer: 'users' } as const

/** Adds the names of search entries that refer to deleted records to `missing`. */
function addDeletedReferences(app: CoreApp, views: View[]): View[] {
  const entries = Object.entries(referencedTables)
  const idsOf = (name: string) => views.flatMap(({ search }) => search[name] ?? [])
  const asked = Object.fromEntries(entries.map(([name]) => [name, JSON.stringify(idsOf(name))]))
  if (!entries.some(([name]) => idsOf(name).length)) return views
  const query = entries
    .map(([name, table]) => `SELECT id FROM ${table} WHERE id IN (SELECT value FROM json_each({:${name}}))`)
    .join(' UNION ')
  const there = new Set(queryRows(app, query, asked, { id: '' }).map(({ id }) => id))
  return views.map((view) => {
    const gone = Object.keys(referencedTables).filter((name) => view.search[name] && !there.has(view.search[name]))
    return { ...view, missing: [...view.missing, ...gone] }
  })
}
