import type { Condition } from './request-filter.ts'
import { type Params, row } from './sql.ts'

/** By what a list is sorted: the keys that settle it, and the index that has them in this order. */
const orders: Record<string, { keys: string[]; index: string }> = {
  created: { keys: ['requests.created', 'requests.rowid'], index: 'idx_requests_created' },
  number: { keys: ['requests.number', "iif(requests.number = '', requests.id, '')"], index: 'idx_requests_number' },
  status: { keys: ['requests.status', 'requests.created', 'requests.rowid'], index: 'idx_requests_status' },
  summary: {
    keys: ['requests.summary', 'requests.owner', 'requests.format', 'requests.rowid'],
    index: 'idx_requests_summary',
  },
  submittedAt: { keys: ['requests.submittedAt', 'requests.rowid'], index: 'idx_requests_submittedAt' },
  decidedAt: { keys: ['requests.decidedAt', 'requests.rowid'], index: 'idx_requests_decidedAt' },
}

interface Stretch {
  /** As in `requestSorts`, with a hyphen for the other way round. */
  sort: string
  offset: number
  limit: number
  total: number
}

/** One page, as a query of row ids (`position`) in their order, and whether that order is to be turned round. */
interface Walk {
  query: string
  params: Params
  isReversed: boolean
}

/** The way to one page, undefined past the end. A page of the far half is walked to from the far end. */
export function walkTo(app: CoreApp, condition: Condition, { sort, offset, limit, total }: Stretch): Walk | undefined {
  const count = Math.min(limit, total - offset)
  if (count <= 0) return undefined
  const far = offset > total / 2
  const skip = far ? total - offset - count : offset
  const direction = sort.startsWith('-') === far ? 'ASC' : 'DESC'
  const query = queryOf(app, condition, sort.replace('-', ''), direction, (skip + count) / total, total)
  return {
    query: `${query} LIMIT ${count} OFFSET {:skip}`,
    params: { ...condition.params, skip },
    isReversed: far,
  }
}

/**
 * Either all that is meant is found and sorted, or all there is passes in its order until the page is full. To pass is six times as cheap,
 * but may take long where what is meant comes last, so a few are always sorted.
 */
function queryOf(app: CoreApp, condition: Condition, column: string, direction: string, part: number, total: number) {
  const { chosen, by, age, walked, params } = condition
  const { keys, index } = orders[column] ?? { keys: [], index: '' }
  const order = keys.map((key) => `${key} ${direction}`).join(', ')
  if (by === 'words' && column === 'created') return `${chosen} ORDER BY ${age} ${direction}`
  const inOrder = by === 'columns' && (column === 'created' || (column === 'submittedAt' && 'status' in params))
  if (!inOrder && isWorthWalking(app, by, total, part)) {
    return `SELECT requests.rowid AS position FROM requests INDEXED BY ${index} ${walked} ORDER BY ${order}`
  }
  if (by !== 'words') return `${chosen} ORDER BY ${order}`
  return `SELECT requests.rowid AS position FROM requests WHERE requests.rowid IN (${chosen}) ORDER BY ${order}`
}

/** What begins with the same number was made one after the other: to the rest of it one may have to pass everything else. */
function isWorthWalking(app: CoreApp, by: Condition['by'], total: number, part: number): boolean {
  const everything = row(app, 'SELECT ifnull(max(rowid), 0) AS n FROM requests', {}, { n: 0 })?.n ?? 0
  return total * (by === 'number' ? 2 : 24) > everything && total * 6 > everything * part
}
