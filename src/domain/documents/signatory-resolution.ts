import { organisationSignerKey, type ResolvedSignatory } from './signers.ts'

interface Availability {
  active: boolean | number
  from: string
  to: string
  replacedBy: string
}

function isAvailable({ active, from, to }: Availability, day: string): boolean {
  return Boolean(active) && (!from || from <= day) && (!to || day <= to)
}

/** Returns who signs on a day: the signatory `id` or the first available substitute; `undefined` if none. */
export function resolveSignatory<One extends Availability & { id: string }>(
  id: string,
  day: string,
  all: readonly One[],
) {
  const asked = new Set<string>()
  for (let next = id; next && !asked.has(next); ) {
    asked.add(next)
    const one = all.find((each) => each.id === next)
    if (one && isAvailable(one, day)) return one
    next = one?.replacedBy ?? ''
  }
  return undefined
}

interface SignatoryCandidate extends Availability {
  user: string
  formats: readonly string[]
}

/**
 * Returns the signatory who signs for the organisation: the approver, if registered as signatory; otherwise the first
 * one whose scanned signature is enabled for the format; otherwise the only available one. Returns `undefined` if
 * several are available.
 */
export function findOrganisationSignatory<One extends SignatoryCandidate>(
  { day, format, approver = '' }: { day: string; format: string; approver?: string },
  all: readonly One[],
): One | undefined {
  const may = all.filter((one) => isAvailable(one, day))
  return (
    may.find(({ user }) => user !== '' && user === approver) ??
    may.find(({ formats }) => formats.includes(format)) ??
    (may.length === 1 ? may[0] : undefined)
  )
}

/** Returns the signatories of a format on a day. A substitute's data has the id of the unavailable signatory. */
export function listSignatoriesOnDay<One extends SignatoryCandidate & ResolvedSignatory>(
  day: string,
  format: string,
  all: readonly One[],
): ResolvedSignatory[] {
  const under = (id: string, one: One | undefined) =>
    one ? [{ id, name: one.name, post: one.post, idDocument: one.idDocument }] : []
  const each = all.flatMap(({ id }) => under(id, resolveSignatory(id, day, all)))
  return [...each, ...under(organisationSignerKey, findOrganisationSignatory({ day, format }, all))]
}
