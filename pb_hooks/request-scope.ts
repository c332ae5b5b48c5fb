import type { RequestFilter } from '../src/domain/request-filter.ts'
import { addDays, startOf } from '../src/domain/today.ts'
import { isAdmin } from './actor.ts'
import { contextOf, stamp } from './clock.ts'
import { row } from './sql.ts'

export type Narrowed = Partial<Record<'owner' | 'format' | 'batch' | 'status', string>>
export type Dates = Partial<Record<'from' | 'to', string>>

/** What has to be equal for this person; undefined when nothing can be. */
export function narrow(
  app: CoreApp,
  { owner, status, format, batch }: RequestFilter,
  asker: core.Record,
): Narrowed | undefined {
  const whose = isAdmin(asker) ? owner : asker.id
  if (owner && owner !== whose) return undefined
  const found = { owner: whose, format, batch, status }
  if (!batch) return withoutBlanks(found)
  // A batch has one owner and one format, so it says more than both.
  const of = row(app, 'SELECT owner, format FROM batches WHERE id = {:batch}', { batch }, { owner: '', format: '' })
  if (!of || (whose && whose !== of.owner) || (format && format !== of.format)) return undefined
  return withoutBlanks({ batch, status })
}

function withoutBlanks(found: Record<string, string | undefined>): Narrowed {
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value))
}

/** The instants between which the days asked for lie. */
export function datesOf(app: CoreApp, { from, to }: RequestFilter): Dates {
  if (!from && !to) return {}
  const { country } = contextOf(app)
  return {
    ...(from ? { from: stamp(startOf(from, country)) } : {}),
    ...(to ? { to: stamp(startOf(addDays(to, 1), country)) } : {}),
  }
}
