import { groupSchema, normalizeGroupName } from '../../src/domain/groups/group.ts'
import { recordEvent } from '../lib/events.ts'
import { createErrorResponse, validateInput } from '../lib/http.ts'
import { refuseExpensiveQuery } from '../lib/limits.ts'
import { queryRow, queryRows } from '../lib/sql.ts'
import { runRecordTransaction } from '../lib/transaction.ts'
import { requireActiveAdmin } from '../lib/users.ts'

/** Creates or updates a group for an administrator. Concurrent additions of members are merged. */
export function saveGroup(e: core.RecordRequestEvent) {
  const group = e.record
  if (!group) return e.next()
  refuseExpensiveQuery(e)
  const before = group.isNew() ? [] : getMembers(group.original())
  const written = validateInput(groupSchema, {
    name: group.getString('name'),
    members: [...new Set(getMembers(group))],
  })
  const change = parseMemberChange(e)
  const added = written.members.filter((id) => (change ? change.added.includes(id) : !before.includes(id)))
  const removed = change ? change.removed : before.filter((id) => !written.members.includes(id))
  group.set('name', written.name)
  runRecordTransaction(e, (tx) => {
    requireActiveAdmin(tx, e.auth)
    refuseTaken(tx, group.id, written.name)
    const stored = group.isNew() ? undefined : tx.findRecordById('groups', group.id)
    const there = stored ? getMembers(stored) : []
    const members = [...new Set([...there.filter((id) => !removed.includes(id)), ...added])]
    if (members.length > 500) throw createErrorResponse('invalid', 400, { members: 'length' })
    group.set('members', members)
    e.next()
    const isThere = (id: string) => there.includes(id)
    recordGroupEvent(tx, e.auth, group, stored, {
      added: added.filter((id) => !isThere(id)),
      removed: removed.filter(isThere),
    })
  })
}

export function deleteGroup(e: core.RecordRequestEvent) {
  const group = e.record
  if (!group) return e.next()
  runRecordTransaction(e, (tx) => {
    requireActiveAdmin(tx, e.auth)
    refuseUsed(tx, group.id)
    e.next()
    const details = { name: group.getString('name') }
    recordEvent(tx, { subject: 'groups', subjectId: group.id, actor: e.auth, action: 'delete', details })
  })
}

/**
 * Returns the members that a call adds and removes with `members+` and `members-`; undefined for other calls. Not
 * computed from PocketBase's result (0.40.4), in which members added meanwhile seem removed.
 */
function parseMemberChange(e: core.RecordRequestEvent): { added: string[]; removed: string[] } | undefined {
  let body: Record<string, unknown> = {}
  try {
    const sent = (e.requestEvent ?? e).request?.body
    sent?.reread()
    body = JSON.parse(toString(sent)) ?? {}
  } catch {
    return undefined
  }
  const named = (...keys: string[]) => keys.flatMap((key) => body[key] ?? []).map(String)
  const [added, removed] = [named('members+', '+members'), named('members-')]
  return added.length + removed.length > 0 && body.members === undefined ? { added, removed } : undefined
}

const getMembers = (group: core.Record): string[] => [...group.getStringSlice('members')]

/** Refuses a duplicate name. Compares in JavaScript, because SQLite folds the case of ASCII letters only. */
function refuseTaken(tx: CoreApp, id: string, name: string) {
  const others = queryRows(tx, 'SELECT name FROM groups WHERE id != {:id}', { id }, { name: '' })
  if (others.some((other) => normalizeGroupName(other.name) === normalizeGroupName(name)))
    throw createErrorResponse('invalid', 400, { name: 'group.taken' })
}

/** Refuses to delete a group that a published format names, because its stages would have no approver, or whose members may request a format. */
function refuseUsed(tx: CoreApp, group: string) {
  const query = `SELECT formats.name FROM formats JOIN format_versions AS latest ON latest.format = formats.id AND latest.version = formats.version
    JOIN json_each(iif(json_valid(latest.route), latest.route, '[]')) AS step
    WHERE formats.status = 'published' AND step.value ->> 'group' = {:group} ORDER BY formats.name LIMIT 1`
  const used = queryRow(tx, query, { group }, { name: '' })
  if (used) throw createErrorResponse('group.used', 400, { format: used.name })
  const requested = queryRow(
    tx,
    `SELECT name FROM formats, json_each(iif(json_valid(groups), groups, '[]')) AS allowed
     WHERE access = 'groups' AND allowed.value = {:group} ORDER BY name LIMIT 1`,
    { group },
    { name: '' },
  )
  if (requested) throw createErrorResponse('group.used', 400, { format: requested.name })
}

/** Adds and removes members of a group that other code checked. */
export function changeGroupMembers(tx: CoreApp, group: core.Record, change: MemberChange, actor: core.Record) {
  const stored = group.original()
  const members = getMembers(group).filter((id) => !change.removed.includes(id))
  group.set('members', [...new Set([...members, ...change.added])])
  tx.save(group)
  recordGroupEvent(tx, actor, group, stored, change)
}

export interface MemberChange {
  added: string[]
  removed: string[]
}

function recordGroupEvent(
  tx: CoreApp,
  actor: core.Record | undefined,
  group: core.Record,
  previous: core.Record | undefined,
  { added, removed }: MemberChange,
) {
  const name = group.getString('name')
  const renamed = previous && previous.getString('name') !== name ? { formerName: previous.getString('name') } : {}
  if (previous && !('formerName' in renamed) && !added.length && !removed.length) return
  const details = { name, ...renamed, added: findNames(tx, added), removed: findNames(tx, removed) }
  const action = previous ? 'update' : 'create'
  recordEvent(tx, { subject: 'groups', subjectId: group.id, actor, action, details })
}

function findNames(tx: CoreApp, ids: string[]): string[] {
  const query = 'SELECT name FROM users WHERE id IN (SELECT value FROM json_each({:ids})) ORDER BY name, id'
  return queryRows(tx, query, { ids: JSON.stringify(ids) }, { name: '' }).map(({ name }) => name)
}
