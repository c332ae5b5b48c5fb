/** Somebody who signs for the organisation, as far as his line says. */
export interface NamedSignatory {
  id: string
  name: string
  post: string
  idDocument: string
}

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

/** Who signs documents of this day where each of them is named: under the id that is named, as the server tells it. */
export function signingOn<One extends Available & NamedSignatory>(day: string, all: readonly One[]): NamedSignatory[] {
  return all.flatMap(({ id }) => {
    const one = whoSigns(id, day, all)
    return one ? [{ id, name: one.name, post: one.post, idDocument: one.idDocument }] : []
  })
}
