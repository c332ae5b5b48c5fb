import { isDeepEqual } from '../fields/deep-equal.ts'
import type { Values } from '../fields/field.ts'
import { normalizeGroupName } from '../groups/group.ts'
import { normalizeRecordKey } from '../lists/list.ts'
import {
  activityKey,
  groupsKey,
  lastNamesKey,
  managerKey,
  type PayrollChanges,
  type PayrollRow,
  type PayrollStep,
} from './payroll.ts'

export interface PayrollPerson {
  id: string
  name: string
  email: string
  phone: string
  profile: Values
  manager: string
  isActive: boolean
  isAdmin: boolean
  /** Whether the account is a registration that was never accepted and whose address is not confirmed: another person may have chosen its password. */
  isUnconfirmed: boolean
  /** Address to which a change of address was requested within the last week. */
  requestedEmail: string
  /** Whether an earlier payroll contained the person. */
  isOnPayroll: boolean
  /** Whether a program uses the account with an API key that an administrator created. */
  hasKey: boolean
  /** Whether the person last changed the identity number: it may be the number of another person, so it identifies nobody. */
  hasOwnNumber: boolean
}

interface PayrollGroup {
  id: string
  name: string
  members: string[]
}

export interface PayrollInput {
  rows: readonly PayrollRow[]
  people: readonly PayrollPerson[]
  groups: readonly PayrollGroup[]
  /** Keys of the profile fields. */
  profileKeys: readonly string[]
  /** Profile field with the identity number, if there is one. */
  idKey: string | undefined
  /** Returns the id of the account that a row creates. The same row always gets the same id. */
  createId: (row: number) => string
}

/** Row of a payroll with its account. `id`: of the account, which `person` already has or the row creates. */
interface MatchedRow extends PayrollRow {
  id: string
  name: string
  person: PayrollPerson | undefined
  /** Whether the row names any account, also if an error leaves `person` undefined. */
  isKnown: boolean
  changes: PayrollChanges
}

/** Row of a preview: e-mail address of a new person, changes by column, or error codes by column. */
export interface ListedRow {
  row: number
  name: string
  cells: Record<string, unknown>
}

export interface PayrollPlan {
  /** Work of the import except for the people who left. */
  steps: PayrollStep[]
  created: ListedRow[]
  changed: ListedRow[]
  unchanged: number
  errors: ListedRow[]
  /** Active people of an earlier payroll whom this one lacks. `manager`: nearest active manager who stays; empty if there is none. */
  left: PayrollPerson[]
  /** Names of people who are missing too, but stay active because an API key uses their account. */
  excused: string[]
  /** Number of rows with errors that match no account, so that they may belong to people in `left`. */
  unidentified: number
  /** Ids of the accounts that the valid rows name. */
  matched: string[]
}

const maxGroupMembers = 500
/** Longer names are errors. */
const maxNameChars = 120
const normalizeEmail = (value: unknown) => String(value ?? '').toLowerCase()

/** Compares a payroll with the accounts and returns the work of its import. */
export function planPayroll(input: PayrollInput): PayrollPlan {
  const index = indexPeople(input)
  const rows = input.rows.map((row) => matchRow(row, index))
  const byEmail = groupBy(rows, ({ values }) => normalizeEmail(values.email))
  const byId = groupBy(rows, ({ values }) => index.idOf(values))
  refuseRepeated(byEmail, 'email')
  refuseRepeated(byId, input.idKey ?? '')
  // One row may name a person by e-mail address and another by identity number.
  refuseRepeated(
    groupBy(rows, ({ id }) => id),
    'email',
  )
  const groupSteps = planGroups(rows, input.groups)
  setManagers(rows, index, (email, id) => byEmail.get(email)?.[0] ?? byId.get(id)?.[0])
  const [valid, failed] = [rows.filter(isValid), rows.filter((row) => !isValid(row))]
  const created = valid.filter(({ person }) => !person)
  const known = valid.filter(({ person }) => person)
  const changed = known.filter(({ changes }) => Object.keys(changes).length > 0)
  const missing = input.people.filter(
    ({ id, isOnPayroll, isActive, isAdmin }) => isOnPayroll && isActive && !isAdmin && !index.seen.has(id),
  )
  return {
    steps: [...created.map(toCreation), ...[...created, ...changed].flatMap(listChangeSteps), ...groupSteps()],
    created: created.map(({ row, name, values }) => ({ row, name, cells: { email: values.email } })),
    changed: changed.map(({ row, name, changes }) => ({ row, name, cells: changes })),
    unchanged: known.length - changed.length,
    errors: failed.map(({ row, name, errors }) => ({ row, name, cells: errors })),
    left: setReceivers(
      missing.filter(({ hasKey }) => !hasKey),
      input.people,
      valid,
    ),
    excused: missing.filter(({ hasKey }) => hasKey).map(({ name }) => name),
    unidentified: failed.filter(index.isUnidentified).length,
    matched: valid.map(({ id }) => id),
  }
}

const isValid = ({ errors }: PayrollRow) => Object.keys(errors).length === 0

type PeopleIndex = ReturnType<typeof indexPeople>

function indexPeople({ people, profileKeys, idKey, createId }: PayrollInput) {
  const idOf = (values: Values) => (idKey ? normalizeRecordKey(values[idKey]) : '')
  return {
    profileKeys,
    idKey,
    createId,
    idOf,
    byId: groupBy(people, ({ profile, hasOwnNumber }) => (hasOwnNumber ? '' : idOf(profile))),
    byOwnNumber: groupBy(people, ({ profile, hasOwnNumber }) => (hasOwnNumber ? idOf(profile) : '')),
    byEmail: groupBy(people, ({ email }) => normalizeEmail(email)),
    /** Ids of the accounts that a row names, also one with errors. */
    seen: new Set<string>(),
    isUnidentified: ({ isKnown, values, errors }: MatchedRow) =>
      !isKnown &&
      (!(values.email || idOf(values)) ||
        (errors.email ?? 'required') !== 'required' ||
        errors[idKey ?? ''] !== undefined),
  }
}

function refuseRepeated(groups: ReadonlyMap<string, MatchedRow[]>, key: string) {
  for (const rows of groups.values()) if (rows.length > 1) for (const { errors } of rows) errors[key] ??= 'duplicate'
}

/** Groups items by key, without those whose key is empty. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else if (key) groups.set(key, [item])
  }
  return groups
}

/** Finds the account of a row by e-mail address, then by identity number, and compares both. Refuses the row if only a number that the person typed matches. */
function matchRow({ row, values, errors: found }: PayrollRow, index: PeopleIndex): MatchedRow {
  const { idKey = '' } = index
  const [email, id] = [normalizeEmail(values.email), index.idOf(values)]
  const [byEmail] = index.byEmail.get(email) ?? []
  const byId = index.byId.get(id) ?? []
  const person = byEmail ?? (byId.length === 1 ? byId[0] : undefined)
  const byOwnNumber = person || byId.length ? [] : (index.byOwnNumber.get(id) ?? [])
  const accounts = [...(byEmail ? [byEmail] : []), ...byId, ...byOwnNumber]
  for (const account of accounts) index.seen.add(account.id)
  const errors = { ...found }
  const fail = (key: string, code: string, isWrong: boolean) => {
    if (isWrong) errors[key] ??= code
  }
  fail(idKey, 'payroll.otherPerson', byEmail !== undefined && byId.length > 0 && !byId.includes(byEmail))
  fail(idKey, 'payroll.severalPeople', !byEmail && byId.length > 1)
  fail(idKey, 'payroll.ownNumber', byOwnNumber.length > 0)
  fail(
    'email',
    'payroll.unconfirmed',
    person !== undefined && (person.isUnconfirmed || (person.isAdmin && !person.isActive)),
  )
  fail('email', 'required', !person && email === '')
  const name = [values.name, values[lastNamesKey]].filter(Boolean).join(' ').slice(0, maxNameChars)
  const matched = {
    row,
    values,
    errors,
    id: person?.id ?? index.createId(row),
    name,
    person,
    isKnown: accounts.length > 0,
  }
  return { ...matched, changes: diffPerson(matched, index.profileKeys) }
}

/** Returns the differences between a row and its account. An empty cell changes nothing. */
function diffPerson({ values, name, person }: Omit<MatchedRow, 'changes'>, profileKeys: readonly string[]) {
  const changes: PayrollChanges = {}
  const compare = (key: string, from: unknown, to: unknown) => {
    if (to !== undefined && to !== '' && !isDeepEqual(from, to)) changes[key] = { from, to }
  }
  compare('name', person?.name ?? '', name)
  const isSameEmail = [person?.email, person?.requestedEmail].some(
    (known) => known && normalizeEmail(known) === normalizeEmail(values.email),
  )
  if (!isSameEmail) compare('email', person?.email ?? '', values.email)
  compare('phone', person?.phone ?? '', values.phone)
  for (const key of profileKeys) compare(key, person?.profile[key] ?? '', values[key])
  // An administrator gets rights back by hand only.
  if (person && !person.isAdmin) compare(activityKey, person.isActive, true)
  return changes
}

/**
 * Adds the changes of group members to the rows. Of the groups that any row names, a row belongs to exactly those that it names itself; other groups
 * do not change. Returns the function that lists the steps of the valid rows.
 */
function planGroups(rows: readonly MatchedRow[], groups: readonly PayrollGroup[]) {
  const wanted = new Map(rows.map((row) => [row, new Set(listGroupNames(row.values[groupsKey]))]))
  const named = new Set([...wanted.values()].flatMap((names) => [...names]))
  const known = groups.flatMap((group) => {
    const key = normalizeGroupName(group.name)
    const members = new Set(group.members)
    return named.has(key) ? [{ ...group, key, members, added: [] as MatchedRow[], removed: [] as MatchedRow[] }] : []
  })
  const keys = new Set(known.map(({ key }) => key))
  for (const [row, names] of wanted) {
    if (names.size === 0) continue
    if ([...names].some((name) => !keys.has(name))) row.errors[groupsKey] ??= 'payroll.group'
    const from = known.filter(({ members }) => members.has(row.id))
    const to = known.filter(({ key }) => names.has(key))
    for (const group of to) if (!group.members.has(row.id)) group.added.push(row)
    for (const group of from) if (!names.has(group.key)) group.removed.push(row)
    if (to.some(({ members, added }) => members.size + added.length > maxGroupMembers))
      row.errors[groupsKey] ??= 'payroll.groupFull'
    const [before, after] = [from, to].map((some) => some.map(({ name }) => name).join(', '))
    if (before !== after) row.changes[groupsKey] = { from: before, to: after }
  }
  return () =>
    known.flatMap(({ id, name, ...group }): PayrollStep[] => {
      const [added = [], removed = []] = [group.added, group.removed].map((some) =>
        some.filter(isValid).map((row) => row.id),
      )
      return added.length + removed.length ? [{ kind: 'group', user: id, name, row: 0, added, removed }] : []
    })
}

const listGroupNames = (value: unknown) =>
  String(value ?? '')
    .split(/[,;\n]/)
    .map((name) => normalizeGroupName(name.trim()))
    .filter(Boolean)

/** Adds the changes of the managers to the rows. A manager is named by e-mail address or identity number, and may be a new person of the payroll. */
function setManagers(
  rows: readonly MatchedRow[],
  index: PeopleIndex,
  findRow: (email: string, id: string) => MatchedRow | undefined,
) {
  const dependents = new Map<MatchedRow, MatchedRow[]>()
  for (const row of rows) {
    const text = String(row.values[managerKey] ?? '')
    if (!text) continue
    const [email, id] = [normalizeEmail(text), normalizeRecordKey(text)]
    const inFile = findRow(email, id)
    const [account, namesake] = index.byEmail.get(email) ?? index.byId.get(id) ?? []
    const manager = inFile ?? (account?.isActive && !namesake ? account : undefined)
    if (!manager) row.errors[managerKey] ??= index.byOwnNumber.has(id) ? 'payroll.ownNumber' : 'payroll.manager'
    else if (manager.id === row.id) row.errors[managerKey] ??= 'user.ownManager'
    else if ((row.person?.manager ?? '') !== manager.id)
      row.changes[managerKey] = { from: row.person?.manager ?? '', to: manager.id }
    // The row of an active account may have errors, but a row that creates its account may not.
    if (inFile && !inFile.person?.isActive) dependents.set(inFile, [...(dependents.get(inFile) ?? []), row])
  }
  const failed = [...dependents.keys()].filter((row) => !isValid(row))
  for (const manager of failed)
    for (const row of dependents.get(manager) ?? [])
      if (isValid(row)) {
        row.errors[managerKey] = 'payroll.manager'
        failed.push(row)
      }
}

function toCreation({ id, name, row, changes }: MatchedRow): PayrollStep {
  const { [managerKey]: _, [groupsKey]: __, ...own } = changes
  return { kind: 'create', user: id, name, row, changes: own }
}

/** Returns the steps that change an account. A new account gets only its manager, because the manager may be created after it. */
function listChangeSteps({ id, name, row, person, changes }: MatchedRow): PayrollStep[] {
  const { [groupsKey]: _, email, ...others } = changes
  const manager = others[managerKey]
  const own = person ? others : manager ? { [managerKey]: manager } : {}
  const line = { user: id, name, row }
  return [
    ...(Object.keys(own).length ? [{ kind: 'change' as const, ...line, changes: own }] : []),
    ...(person && email ? [{ kind: 'email' as const, ...line, from: String(email.from), to: String(email.to) }] : []),
  ]
}

/** Replaces the manager of each leaving person by the nearest active manager above who stays. */
function setReceivers(
  leaving: readonly PayrollPerson[],
  people: readonly PayrollPerson[],
  rows: readonly MatchedRow[],
) {
  const managers = new Map(people.map(({ id, manager }) => [id, manager]))
  for (const { id, changes } of rows) if (changes[managerKey]) managers.set(id, String(changes[managerKey].to))
  const staying = new Set([...people.filter(({ isActive }) => isActive), ...rows].map(({ id }) => id))
  for (const { id } of leaving) staying.delete(id)
  return leaving.map((person) => {
    const passed = new Set([person.id])
    let manager = managers.get(person.id) ?? ''
    for (; manager && !staying.has(manager); manager = managers.get(manager) ?? '') {
      // Managers may form a circle.
      if (passed.has(manager)) return { ...person, manager: '' }
      passed.add(manager)
    }
    return { ...person, manager }
  })
}
