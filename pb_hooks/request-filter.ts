import type { RequestFilter } from '../src/domain/request.ts'
import { startOf } from '../src/domain/today.ts'
import { isAdmin } from './actor.ts'
import { contextOf, stamp } from './clock.ts'
import type { Params } from './sql.ts'

interface Condition {
  /** SQL over `requests`, never empty. */
  where: string
  params: Params
}

const day = 86_400_000

/** What a filter means to this person: everybody's requests to an administrator, only the own ones to a user. */
export function conditionOf(app: CoreApp, filter: RequestFilter, asker: core.Record): Condition {
  const parts: string[] = []
  const params: Params = {}
  const equal = (column: string, value: string | undefined) => {
    if (!value) return
    parts.push(`requests.${column} = {:${column}}`)
    params[column] = value
  }
  equal('owner', isAdmin(asker) ? filter.owner : asker.id)
  if (!isAdmin(asker) && filter.owner && filter.owner !== asker.id) parts.push('FALSE')
  equal('status', filter.status)
  equal('format', filter.format)
  equal('batch', filter.batch)
  if (filter.from || filter.to) {
    const { country } = contextOf(app)
    if (filter.from) {
      parts.push('requests.created >= {:from}')
      params.from = stamp(startOf(filter.from, country))
    }
    if (filter.to) {
      parts.push('requests.created < {:to}')
      params.to = stamp(startOf(filter.to, country) + day)
    }
  }
  return { where: parts.join(' AND ') || 'TRUE', params }
}
