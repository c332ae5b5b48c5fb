import { isDeepEqual } from '../fields/deep-equal.ts'
import type { Field } from '../fields/field.ts'
import { splitFieldsByRole } from '../requests/approver-fields.ts'
import { getEndNote } from './form-layout.ts'
import type { FormatInput, FormatVersion } from './format.ts'

const versionedParts = ['fields', 'body', 'signatures', 'paper', 'makesFinal', 'route'] as const
/** Parts of a format that are stored with each version. */
export type VersionContent = Pick<FormatInput, (typeof versionedParts)[number]>

interface ChangedField {
  before: Field
  after: Field
  /** Settings whose values differ. */
  settings: (keyof Field)[]
}

export interface VersionChanges {
  body: boolean
  addedFields: Field[]
  removedFields: Field[]
  changedFields: ChangedField[]
  /** True if fields that both versions have are in another order. */
  reordersFields: boolean
  /** Notes at the end of the form; `null` if they are equal. */
  endNote: { before: string; after: string } | null
  /** Changed parts other than the fields and the body. */
  parts: ('signatures' | 'paper' | 'makesFinal' | 'route')[]
}

type StoredVersion = VersionContent & Pick<FormatVersion, 'deciderFields' | 'keptFields'>

/** Returns the content of a version, with requester and approver fields in one list. */
export function toVersionContent(version: StoredVersion): VersionContent {
  const { fields, deciderFields, keptFields, body, signatures, paper, makesFinal, route } = version
  return {
    fields: [...fields, ...(deciderFields ?? []), ...(keptFields ?? [])],
    body,
    signatures: signatures ?? [],
    paper: paper ?? {},
    makesFinal: makesFinal ?? false,
    route: route ?? [],
  }
}

/** Returns the versioned parts of an edited format. Its fields have the order in which versions store them. */
export function getVersionContent(input: FormatInput): VersionContent {
  const { body, signatures = [], paper = {}, makesFinal = false, route = [] } = input
  return { fields: orderAsStored(input.fields), body, signatures, paper, makesFinal, route }
}

function orderAsStored(all: readonly Field[]): Field[] {
  const { fields, deciderFields, keptFields } = splitFieldsByRole(all)
  return [...fields, ...(deciderFields ?? []), ...(keptFields ?? [])]
}

/** Compares two versions. Fields are the same if they have the same key. */
export function compareVersions(before: VersionContent, after: VersionContent): VersionChanges {
  const find = (fields: readonly Field[], key: string) => fields.find((field) => field.key === key)
  const common = (fields: readonly Field[], others: readonly Field[]) =>
    fields.filter(({ key }) => find(others, key)).map(({ key }) => key)
  const [oldNote, newNote] = [getEndNote(before.fields), getEndNote(after.fields)]
  return {
    body: before.body !== after.body,
    addedFields: after.fields.filter(({ key }) => !find(before.fields, key)),
    removedFields: before.fields.filter(({ key }) => !find(after.fields, key)),
    changedFields: after.fields.flatMap((field) => {
      const earlier = find(before.fields, field.key) ?? field
      const settings = listChangedSettings(earlier, field)
      return settings.length > 0 ? { before: earlier, after: field, settings } : []
    }),
    reordersFields: !isDeepEqual(common(before.fields, after.fields), common(after.fields, before.fields)),
    endNote: oldNote === newNote ? null : { before: oldNote, after: newNote },
    parts: (['signatures', 'paper', 'makesFinal', 'route'] as const).filter(
      (part) => !isDeepEqual(before[part], after[part]),
    ),
  }
}

/** Lists the changed settings of a field. Omits the end note, which only the last field has. */
function listChangedSettings(before: Field, after: Field): (keyof Field)[] {
  const settings = [...new Set([...Object.keys(after), ...Object.keys(before)])] as (keyof Field)[]
  return settings.filter(
    (setting) => setting !== 'after' && !isDeepEqual(before[setting] ?? null, after[setting] ?? null),
  )
}

export function hasNoVersionChanges(changes: VersionChanges): boolean {
  const { body, addedFields, removedFields, changedFields, reordersFields, endNote, parts } = changes
  return (
    !body &&
    !reordersFields &&
    !endNote &&
    [addedFields, removedFields, changedFields, parts].every(({ length }) => length === 0)
  )
}
