import * as z from 'zod/mini'
import type { Field } from '../fields/field.ts'
import { toComparisonKey } from '../text/comparison.ts'
import type { FormatInput } from './format.ts'

export const namedRecordSchema = z.object({
  id: z.string().check(z.maxLength(40, 'length')),
  name: z.string().check(z.maxLength(255, 'length')),
})
type NamedRecord = z.infer<typeof namedRecordSchema>

export interface KnownRecords {
  signatories: readonly NamedRecord[]
  groups: readonly NamedRecord[]
  people: readonly NamedRecord[]
  lists: readonly (NamedRecord & { columns: readonly { key: string }[] })[]
}
type ReferenceKind = keyof KnownRecords
export type FormatReferences = Record<ReferenceKind, NamedRecord[]>

/** Reference of an imported format to a record that this installation does not have. */
export interface MissingReference {
  kind: ReferenceKind | 'source'
  /** Name of the signature, stage or field, e.g. «Paso 2». */
  place: string
  /** Name of the missing record, or the prefill source. */
  name: string
}

function listReferencedIds({
  fields,
  signatures = [],
  route = [],
  groups = [],
}: FormatInput): Record<ReferenceKind, Set<string>> {
  return {
    signatories: new Set(signatures.flatMap((block) => (block.by === 'signatory' ? block.signatory : []))),
    groups: new Set([...route.flatMap(({ group }) => group ?? []), ...groups]),
    people: new Set(route.flatMap(({ people }) => people ?? [])),
    lists: new Set(fields.flatMap(({ list }) => list?.id ?? [])),
  }
}

export function listReferences(format: FormatInput, known: KnownRecords): FormatReferences {
  const ids = listReferencedIds(format)
  const pick = (kind: ReferenceKind) =>
    known[kind].filter(({ id }) => ids[kind].has(id)).map(({ id, name }) => ({ id, name }))
  return { signatories: pick('signatories'), groups: pick('groups'), people: pick('people'), lists: pick('lists') }
}

/**
 * Replaces the references of an imported format by records of this installation: the record with the same id, otherwise
 * the one with the same name. Users are not matched by name, because two users may share one. References without a
 * record are removed and returned in `missing`.
 */
export function adaptReferences(
  format: FormatInput,
  references: FormatReferences | undefined,
  known: KnownRecords & { sources: readonly string[] },
): { format: FormatInput; missing: MissingReference[] } {
  const missing: MissingReference[] = []
  const nameOf = (kind: ReferenceKind, id: string) => references?.[kind].find((one) => one.id === id)?.name ?? ''
  function find(kind: ReferenceKind, id: string): string | undefined {
    if (known[kind].some((one) => one.id === id)) return id
    const name = toComparisonKey(nameOf(kind, id))
    const alike = kind === 'people' || !name ? [] : known[kind].filter((one) => toComparisonKey(one.name) === name)
    return alike.length === 1 ? alike[0]?.id : undefined
  }
  function take(kind: ReferenceKind, id: string, place: string): string | undefined {
    const found = find(kind, id)
    if (found === undefined) missing.push({ kind, place, name: nameOf(kind, id) || id })
    return found
  }
  function adaptField(field: Field): Field {
    const { list, from, ...rest } = field
    const adapted: Field = { ...rest }
    const place = `Campo «${field.label}»`
    if (from && known.sources.includes(from)) adapted.from = from
    else if (from) missing.push({ kind: 'source', place, name: from })
    const id = list && find('lists', list.id)
    const columns = known.lists.find((one) => one.id === id)?.columns.map(({ key }) => key) ?? []
    const used = list ? [list.column, ...(list.fills ?? []).map(({ column }) => column), list.match ?? list.column] : []
    if (list && id && used.every((key) => columns.includes(key))) adapted.list = { ...list, id }
    else if (list) missing.push({ kind: 'lists', place, name: nameOf('lists', list.id) || list.id })
    return adapted
  }
  const signatures = format.signatures?.map((block, i) => {
    if (block.by !== 'signatory') return block
    const { caption } = block
    const signatory = take('signatories', block.signatory, `Firma ${i + 1}`)
    return signatory ? { ...block, signatory } : { by: 'organisation' as const, ...(caption && { caption }) }
  })
  const route = format.route?.map(({ group, people, ...step }, i) => {
    const place = `Paso ${i + 1}`
    const ownGroup = group && take('groups', group, place)
    const ownPeople = people?.flatMap((id) => take('people', id, place) ?? [])
    return { ...step, ...(ownGroup && { group: ownGroup }), ...(ownPeople && { people: ownPeople }) }
  })
  const groups = format.groups?.flatMap((id) => take('groups', id, 'Quién puede pedirlo') ?? [])
  const fields = format.fields.map(adaptField)
  return {
    format: {
      ...format,
      fields,
      ...(signatures && { signatures }),
      ...(route && { route }),
      ...(groups && { groups }),
    },
    missing,
  }
}
