import { type NamedSignatory, organisation } from './signers.ts'

interface Available {
  active: boolean | number
  from: string
  to: string
  replacedBy: string
}

/** Whether somebody signs documents of this day. */
function maySign({ active, from, to }: Available, day: string): boolean {
  return Boolean(active) && (!from || from <= day) && (!to || day <= to)
}

/** Who signs documents of this day for a signatory: he himself, or whoever replaces him; undefined where nobody does. */
export function whoSigns<One extends Available & { id: string }>(id: string, day: string, all: readonly One[]) {
  const asked = new Set<string>()
  for (let next = id; next && !asked.has(next); ) {
    asked.add(next)
    const one = all.find((each) => each.id === next)
    if (one && maySign(one, day)) return one
    next = one?.replacedBy ?? ''
  }
  return undefined
}

interface Standing extends Available {
  user: string
  formats: readonly string[]
}

/**
 * Who signs for the organisation where a format names nobody: whoever approved, if he is a signatory; or else one that bears his scanned signature
 * on this format, or the only one there is. Among several that nobody chose for this format none is.
 */
export function forOrganisation<One extends Standing>(
  { day, format, approver = '' }: { day: string; format: string; approver?: string },
  all: readonly One[],
): One | undefined {
  const may = all.filter((one) => maySign(one, day))
  return (
    may.find(({ user }) => user !== '' && user === approver) ??
    may.find(({ formats }) => formats.includes(format)) ??
    (may.length === 1 ? may[0] : undefined)
  )
}

/** Who signs documents of a format on this day where each of them is named: under the id that is named, as the server tells it. */
export function signingOn<One extends Standing & NamedSignatory>(
  day: string,
  format: string,
  all: readonly One[],
): NamedSignatory[] {
  const under = (id: string, one: One | undefined) =>
    one ? [{ id, name: one.name, post: one.post, idDocument: one.idDocument }] : []
  const each = all.flatMap(({ id }) => under(id, whoSigns(id, day, all)))
  return [...each, ...under(organisation, forOrganisation({ day, format }, all))]
}
