import { faultsOfFilter } from '../../src/domain/requests/filter-faults.ts'
import type { RequestFilter } from '../../src/domain/requests/request-filter.ts'
import { infoOf } from '../lib/input.ts'
import { refuse } from '../lib/refusal.ts'

/** What the address of a call says; what it leaves empty is not said. */
export function saidIn(e: core.RequestEvent): Record<string, string> {
  const { query } = infoOf(e)
  // Without a prototype, so that no name that is said goes unseen.
  const said = Object.create(null) as Record<string, string>
  for (const name of Object.keys(query)) if (query[name] !== '') said[name] = String(query[name])
  return said
}

/** The filter of a list. */
export function filterIn(said: Record<string, string>): RequestFilter {
  const faults = faultsOfFilter(said)
  if (faults.length) throw refuse('invalid', 400, Object.fromEntries(faults.map((name) => [name, 'invalid'])))
  return said
}
