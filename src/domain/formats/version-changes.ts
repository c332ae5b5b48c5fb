import { isDeepEqual } from '../fields/deep-equal.ts'
import type { Field } from '../fields/field.ts'
import { splitFieldsByRole } from '../requests/approver-fields.ts'
import { getEndNote } from './form-layout.ts'
import type { FormatInput, FormatVersion } from './format.ts'
import { getSettings, settingNames, type VersionSetting } from './version-settings.ts'

/** Parts of a format that are stored with each version. */
export type VersionContent = Pick<FormatInput, 'fields' | 'body' | VersionSetting>

/** Parts other than single fields that a comparison names. */
const comparedParts = ['body', 'order', 'endNote', ...settingNames] as const
export type ComparedPart = (typeof comparedParts)[number]

export interface VersionChanges {
  addedFields: Field[]
  removedFields: Field[]
  /** Fields of both versions whose settings differ, with the names of those settings. */
  changedFields: { field: Field; settings: (keyof Field)[] }[]
  parts: ComparedPart[]
}

type StoredVersion = VersionContent & Pick<FormatVersion, 'approverFields' | 'internalFields'>

/** Returns the content of a version, with requester and approver fields in one list. */
export function toVersionContent(version: StoredVersion): VersionContent {
  const { fields, approverFields, internalFields, body } = version
  const all = [...fields, ...(approverFields ?? []), ...(internalFields ?? [])]
  return { fields: all, body, ...getSettings(version) }
}

/** Returns the versioned parts of an edited format. Its fields have the order in which versions store them. */
export const getVersionContent = (input: FormatInput): VersionContent => ({
  fields: orderAsStored(input.fields),
  body: input.body,
  ...getSettings(input),
})

function orderAsStored(all: readonly Field[]): Field[] {
  const { fields, approverFields, internalFields } = splitFieldsByRole(all)
  return [...fields, ...(approverFields ?? []), ...(internalFields ?? [])]
}

/** Compares two versions. Fields are the same if they have the same key. */
export function compareVersions(before: VersionContent, after: VersionContent): VersionChanges {
  const oldFields = new Map(before.fields.map((field) => [field.key, field]))
  const newFields = new Map(after.fields.map((field) => [field.key, field]))
  const common = after.fields.filter(({ key }) => oldFields.has(key))
  const isChanged: Record<ComparedPart, boolean> = {
    body: before.body !== after.body,
    order: before.fields.filter(({ key }) => newFields.has(key)).some(({ key }, i) => key !== common[i]?.key),
    endNote: getEndNote(before.fields) !== getEndNote(after.fields),
    ...(Object.fromEntries(settingNames.map((name) => [name, !isDeepEqual(before[name], after[name])])) as Record<
      VersionSetting,
      boolean
    >),
  }
  return {
    addedFields: after.fields.filter(({ key }) => !oldFields.has(key)),
    removedFields: before.fields.filter(({ key }) => !newFields.has(key)),
    changedFields: common
      .map((field) => ({ field, settings: listChangedSettings(oldFields.get(field.key) ?? field, field) }))
      .filter(({ settings }) => settings.length > 0),
    parts: comparedParts.filter((part) => isChanged[part]),
  }
}

/** Lists the changed settings of a field. Omits the end note, which only the last field has. */
function listChangedSettings(before: Field, after: Field): (keyof Field)[] {
  const settings = [...new Set([...Object.keys(after), ...Object.keys(before)])] as (keyof Field)[]
  return settings.filter(
    (setting) => setting !== 'after' && !isDeepEqual(before[setting] ?? null, after[setting] ?? null),
  )
}

export const hasNoVersionChanges = (changes: VersionChanges): boolean =>
  Object.values(changes).every(({ length }) => length === 0)
