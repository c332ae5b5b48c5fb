interface Keyed {
  key: string
}

/** Sorts fields so that each follows the fields that it references. `cyclic`: fields that need themselves, directly or through others. */
export function sortByDependency<F extends Keyed>(fields: readonly F[], getKeys: (field: F) => readonly string[]) {
  const byKey = new Map<string, F[]>()
  for (const field of fields) byKey.set(field.key, [...(byKey.get(field.key) ?? []), field])
  const sorted: F[] = []
  /** Whether the fields that were visited are sorted; `false` also during the visit, which reveals a cycle. */
  const visited = new Map<F, boolean>()
  const visit = (field: F): boolean => {
    const known = visited.get(field)
    if (known !== undefined) return known
    visited.set(field, false)
    if (!getKeys(field).every((key) => (byKey.get(key) ?? []).every(visit))) return false
    visited.set(field, true)
    sorted.push(field)
    return true
  }
  return { sorted, cyclic: fields.filter((field) => !visit(field)) }
}
