import { isDeepEqual } from '../fields/deep-equal.ts'
import type { Field } from '../fields/field.ts'
import { splitFieldsByRole } from '../requests/approver-fields.ts'
import { getEndNote } from './form-layout.ts'
import type { FormatInput, FormatVersion } from './format.ts'

const versionedParts = [
  'fields',
  'body',
  'signatures',
  'paper',
  'makesFinal',
  'asksPassword',
  'delivery',
  'signing',
  'external',
  'route',
] as const
/** Parts of a format that are stored with each version. */
export type VersionContent = Pick<FormatInput, (typeof versionedParts)[number]>

/** Parts other than single fields that a comparison names. */
const comparedParts = [
  'body',
  'order',
  'endNote',
  'signatures',
  'paper',
  'makesFinal',
  'asksPassword',
  'delivery',
  'signing',
  'external',
  'route',
] as const
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
  const {
    fields,
    approverFields,
    internalFields,
    body,
    signatures,
    paper,
    makesFinal,
    asksPassword,
    delivery,
    signing,
    external,
    route,
  } = version
  return {
    fields: [...fields, ...(approverFields ?? []), ...(internalFields ?? [])],
    body,
    signatures: signatures ?? [],
    paper: paper ?? {},
    makesFinal: makesFinal ?? false,
    asksPassword: asksPassword ?? false,
    delivery: delivery ?? {},
    signing: signing ?? {},
    external: external ?? {},
    route: route ?? [],
  }
}

/** Returns the versioned parts of an edited format. Its fields have the order in which versions store them. */
export function getVersionContent(input: FormatInput): VersionContent {
  const {
    body,
    signatures = [],
    paper = {},
    makesFinal = false,
    asksPassword = false,
    delivery = {},
    signing = {},
    external = {},
    route = [],
  } = input
  return {
    fields: orderAsStored(input.fields),
    body,
    signatures,
    paper,
    makesFinal,
    asksPassword,
    delivery,
    signing,
    external,
    route,
  }
}

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
    signatures: !isDeepEqual(before.signatures, after.signatures),
    paper: !isDeepEqual(before.paper, after.paper),
    makesFinal: before.makesFinal !== after.makesFinal,
    asksPassword: before.asksPassword !== after.asksPassword,
    delivery: !isDeepEqual(before.delivery, after.delivery),
    signing: !isDeepEqual(before.signing, after.signing),
    external: !isDeepEqual(before.external, after.external),
    route: !isDeepEqual(before.route, after.route),
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
