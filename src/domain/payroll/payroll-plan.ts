import { isDeepEqual } from '../fields/deep-equal.ts'
import type { Values } from '../fields/field.ts'
import { normalizeGroupName } from '../groups/group.ts'
import { normalizeRecordKey } from '../lists/list.ts'
import {
  activityKey,
  groupsKey,
  lastNamesKey,
  managerKey,
  maxListedRows,
  type PayrollChanges,
  type PayrollRow,
  type PayrollStep,
} from './payroll.ts'
import type { PayrollPreview } from './payroll-output.ts'

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
  /** Whether the account's owner changed the identity number last. Such a number matches no row, because it may belong to another person. */
  hasOwnNumber: boolean
}

export interface PayrollInput {
  rows: readonly PayrollRow[]
  people: readonly PayrollPerson[]
  groups: readonly { id: string; name: string; members: string[] }[]
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

/** Differences between a payroll and the accounts, and the work of its import. */
interface PayrollPlan extends Pick<PayrollPreview, 'counts' | 'created' | 'changed' | 'errors' | 'excused'> {
  /** Steps of the import except for the people who left. */
  steps: PayrollStep[]
  /** Active people of an earlier payroll whom this one lacks. `manager`: nearest active manager who stays; empty if there is none. */
  left: (PayrollPerson & { managerName: string })[]
  /** Ids of the accounts that the valid rows name. */
  matched: string[]
}

const maxGroupMembers = 500
/** Longer names are errors. */
const maxNameChars = 120
const normalizeEmail = (value: unknown) => String(value ?? '').toLowerCase()

/** Compares a payroll with the accounts and returns the work of its import. */
export function planPayroll(input: PayrollInput): PayrollPlan {
  const { people, idKey = '' } = input
  const index = indexPeople(input)
  const rows = input.rows.map((row) => matchRow(row, input, index))
  const byEmail = groupBy(rows, ({ values }) => normalizeEmail(values.email))
  const byNumber = groupBy(rows, ({ values }) => normalizeRecordKey(values[idKey]))
  refuseRepeated(byEmail, 'email')
  refuseRepeated(byNumber, idKey)
  // One row may name a person by e-mail address and another by identity number.
  refuseRepeated(
    groupBy(rows, ({ id }) => id),
    'email',
  )
  const listGroupSteps = planGroups(rows, input.groups)
  setManagers(rows, index, (email, number) => byEmail.get(email)?.[0] ?? byNumber.get(number)?.[0])
  const [valid, failed] = [rows.filter(isValid), rows.filter((row) => !isValid(row))]
  const created = valid.filter(({ person }) => !person)
  const known = valid.filter(({ person }) => person)
  const changed = known.filter(({ changes }) => Object.keys(changes).length > 0)
  const missing = people.filter(
    ({ id, isOnPayroll, isActive, isAdmin }) => isOnPayroll && isActive && !isAdmin && !index.seen.has(id),
  )
  const leaving = missing.filter(({ hasKey }) => !hasKey)
  const findReceiver = createReceiverSearch(leaving, people, valid)
  const names = new Map([...rows, ...people].map(({ id, name }) => [id, name]))
  return {
    steps: [...created, ...changed]
      .flatMap(listSteps)
      // Accounts are created first, because the manager of an account may be a new one.
      .sort((a, b) => Number(b.kind === 'create') - Number(a.kind === 'create'))
      .concat(listGroupSteps()),
    counts: {
      created: created.length,
      changed: changed.length,
      unchanged: known.length - changed.length,
      errors: failed.length,
      // These rows may belong to people in `left`.
      unidentified: failed.filter((row) => isUnidentified(row, idKey)).length,
    },
    created: listRows(created, ({ values }) => ({ email: values.email })),
    changed: listRows(changed, ({ changes }) => nameManagers(changes, names)),
    errors: listRows(failed, ({ errors }) => errors),
    left: leaving.map((person) => {
      const manager = findReceiver(person)
      return { ...person, manager, managerName: names.get(manager) ?? '' }
    }),
    excused: missing.filter(({ hasKey }) => hasKey).map(({ name }) => name),
    matched: valid.map(({ id }) => id),
  }
}

const isValid = ({ errors }: PayrollRow) => Object.keys(errors).length === 0

const listRows = (rows: readonly MatchedRow[], cellsOf: (row: MatchedRow) => Record<string, unknown>) =>
  rows.slice(0, maxListedRows).map((each) => ({ row: each.row, name: each.name, cells: cellsOf(each) }))

/** Returns whether a row with errors matches no account, and a wrong or missing cell may be the reason. */
const isUnidentified = ({ isKnown, values, errors }: MatchedRow, idKey: string) =>
  !isKnown &&
  (!(values.email || values[idKey]) || (errors.email ?? 'required') !== 'required' || errors[idKey] !== undefined)

type PeopleIndex = ReturnType<typeof indexPeople>

function indexPeople({ people, idKey = '' }: PayrollInput) {
  const numberOf = (person: PayrollPerson, isOwn: boolean) =>
    person.hasOwnNumber === isOwn ? normalizeRecordKey(person.profile[idKey]) : ''
  return {
    byEmail: groupBy(people, ({ email }) => normalizeEmail(email)),
    byNumber: groupBy(people, (person) => numberOf(person, false)),
    byOwnNumber: groupBy(people, (person) => numberOf(person, true)),
    /** Ids of the accounts that a row names, also one with errors. */
    seen: new Set<string>(),
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

/**
 * Finds the account of a row by e-mail address, then by identity number, and compares both. A number that the person typed does not identify an account, so
 * the row is refused if only such a number matches.
 */
function matchRow({ row, values, errors: found }: PayrollRow, input: PayrollInput, index: PeopleIndex): MatchedRow {
  const { idKey = '', profileKeys, createId } = input
  const [email, number] = [normalizeEmail(values.email), normalizeRecordKey(values[idKey])]
  const [byEmail] = index.byEmail.get(email) ?? []
  const byNumber = index.byNumber.get(number) ?? []
  const byOwnNumber = byEmail || byNumber.length ? [] : (index.byOwnNumber.get(number) ?? [])
  const person = byEmail ?? (byNumber.length === 1 ? byNumber[0] : undefined)
  const accounts = [...(byEmail ? [byEmail] : []), ...byNumber, ...byOwnNumber]
  for (const { id } of accounts) index.seen.add(id)
  const errors = { ...found }
  const fail = (key: string, code: string, isWrong: boolean | undefined) => {
    if (isWrong) errors[key] ??= code
  }
  fail(idKey, 'payroll.otherPerson', byEmail && byNumber.length > 0 && !byNumber.includes(byEmail))
  fail(idKey, 'payroll.severalPeople', !byEmail && byNumber.length > 1)
  fail(idKey, 'payroll.ownNumber', byOwnNumber.length > 0)
  fail('email', 'payroll.unconfirmed', person && (person.isUnconfirmed || (person.isAdmin && !person.isActive)))
  fail('email', 'required', !person && email === '')
  const name = [values.name, values[lastNamesKey]].filter(Boolean).join(' ').slice(0, maxNameChars)
  const changes = diffPerson({ ...values, name }, person, ['name', 'email', 'phone', ...profileKeys])
  return { row, values, errors, id: person?.id ?? createId(row), name, person, isKnown: accounts.length > 0, changes }
}

/** Returns the differences between the values of a row and an account. An empty cell changes nothing. */
function diffPerson(values: Values, person: PayrollPerson | undefined, keys: readonly string[]): PayrollChanges {
  const stored: Values = person
    ? { ...person.profile, name: person.name, email: person.email, phone: person.phone }
    : {}
  const isSameEmail = [stored.email, person?.requestedEmail].some(
    (known) => known && normalizeEmail(known) === normalizeEmail(values.email),
  )
  const changes: PayrollChanges = {}
  for (const key of keys) {
    const [from, to] = [stored[key] ?? '', values[key] ?? '']
    if (to !== '' && !isDeepEqual(from, to) && !(key === 'email' && isSameEmail)) changes[key] = { from, to }
  }
  // An administrator gets rights back by hand only.
  if (person && !person.isAdmin && !person.isActive) changes[activityKey] = { from: false, to: true }
  return changes
}

/**
 * Adds the changes of group members to the rows. Of the groups that any row names, a row belongs to exactly those that it names itself; other groups
 * do not change. Returns the function that lists the steps of the valid rows.
 */
function planGroups(rows: readonly MatchedRow[], groups: PayrollInput['groups']) {
  const wanted = new Map(rows.map((row) => [row, new Set(listGroupNames(row.values[groupsKey]))]))
  const named = new Set([...wanted.values()].flatMap((names) => [...names]))
  const known = groups
    .map(({ id, name, members }) => ({
      ...{ id, name, key: normalizeGroupName(name), members: new Set(members) },
      ...{ added: [] as MatchedRow[], removed: [] as MatchedRow[] },
    }))
    .filter(({ key }) => named.has(key))
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
  const listIds = (changed: MatchedRow[]) => changed.filter(isValid).map(({ id }) => id)
  return () =>
    known
      .map(({ id: user, name, ...group }) => {
        const [added, removed] = [listIds(group.added), listIds(group.removed)]
        return { kind: 'group' as const, user, name, row: 0, added, removed }
      })
      .filter(({ added, removed }) => added.length + removed.length > 0)
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
  findRow: (email: string, number: string) => MatchedRow | undefined,
) {
  const dependents = new Map<MatchedRow, MatchedRow[]>()
  for (const row of rows) {
    const text = String(row.values[managerKey] ?? '')
    if (!text) continue
    const [email, number] = [normalizeEmail(text), normalizeRecordKey(text)]
    const inFile = findRow(email, number)
    const [account, namesake] = index.byEmail.get(email) ?? index.byNumber.get(number) ?? []
    const manager = inFile ?? (account?.isActive && !namesake ? account : undefined)
    if (!manager) row.errors[managerKey] ??= index.byOwnNumber.has(number) ? 'payroll.ownNumber' : 'payroll.manager'
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

const nameManagers = ({ [managerKey]: manager, ...changes }: PayrollChanges, names: ReadonlyMap<unknown, string>) =>
  manager
    ? { ...changes, [managerKey]: { from: names.get(manager.from) ?? '', to: names.get(manager.to) ?? '' } }
    : changes

/**
 * Returns the steps of a row except for its groups. The address is a step of its own, because its owner must confirm it; the manager of a new account
 * too, because the manager may be created after it.
 */
function listSteps({ id, name, row, person, changes }: MatchedRow): PayrollStep[] {
  const { [groupsKey]: _, [managerKey]: manager, email, ...own } = changes
  const line = { user: id, name, row }
  const ofManager = manager && { [managerKey]: manager }
  const ofAddress = email && { email }
  const steps = person ? [{ ...own, ...ofManager }, { ...ofAddress }] : [{ ...own, ...ofAddress }, { ...ofManager }]
  return steps.flatMap((changed, index) => {
    const kind = person || index > 0 ? ('change' as const) : ('create' as const)
    return Object.keys(changed).length ? [{ kind, ...line, changes: changed }] : []
  })
}

/** Returns the function that finds the nearest active manager above a leaving person who stays; it returns '' if there is none. */
function createReceiverSearch(
  leaving: readonly PayrollPerson[],
  people: readonly PayrollPerson[],
  rows: readonly MatchedRow[],
) {
  const managers = new Map(people.map(({ id, manager }) => [id, manager]))
  for (const { id, changes } of rows) if (changes[managerKey]) managers.set(id, String(changes[managerKey].to))
  const staying = new Set([...people.filter(({ isActive }) => isActive), ...rows].map(({ id }) => id))
  for (const { id } of leaving) staying.delete(id)
  return ({ id }: PayrollPerson): string => {
    const passed = new Set([id])
    let manager = managers.get(id) ?? ''
    // Managers may form a circle.
    for (; manager && !staying.has(manager) && !passed.has(manager); manager = managers.get(manager) ?? '')
      passed.add(manager)
    return staying.has(manager) ? manager : ''
  }
}
