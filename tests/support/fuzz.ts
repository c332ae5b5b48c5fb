import { createRandom } from './chance.ts'

/** Sent call, to judge its response and to repeat it. */
export interface Call {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | FormData
}

export interface Target {
  method: string
  /** Path with `{id}` in place of ids. */
  path: string
  /** Body of a valid call, which is then damaged. */
  body?: object
  /** True for record calls, which also accept forms. */
  isRecord?: boolean
}

const texts = [
  '',
  ' ',
  'á'.repeat(300),
  'x'.repeat(20_000),
  "' OR 1=1 --",
  '"; DROP TABLE requests; --',
  '{:id}',
  '{{nombre}}',
  '{{#si a}}',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("http://x.test")',
  '../../pb_data/data.db',
  '%00',
  '\u0000',
  '\ud800',
  '\u202e\u200b\ufeff',
  '😀👩‍👩‍👧',
  'NEAR(a b) OR * NOT "',
  'a* OR b:c ^d',
  '1e999',
  '-0',
  '9'.repeat(40),
  '2026-02-31',
  '0000-00-00 00:00:00.000Z',
  'true',
  'null',
  '_admin',
  'approved',
  '@request.auth.id',
  '@collection.users.email',
  'a@b',
  'Ñandú Güell',
]
const queries = [
  'id != ""',
  '(((((((((id = "")))))))))',
  'owner.email ~ "a"',
  'users_via_owner.id != ""',
  "status = 'draft' && number = 'x",
  'created > @now',
  'values.nombre:each ~ "a"',
  'values:length > 1',
  'summary:lower = "a"',
  '-created,+id',
  '@random',
  'owner,format',
  'owner.x.y',
  '*,expand.*',
  'id:excerpt(3,true)',
  '-1',
  '0',
  '1000000',
  'NaN',
]
const strange = '__proto__ constructor toString id owner+ -status role isActive tokenKey number+ '.split(' ')

const parameters =
  'filter sort expand fields page perPage skipTotal search status format owner batch from to after cursor'.split(' ')

/** Generates seeded calls without end: damaged valid calls, and some random ones. */
export function fuzz(seed: number, targets: readonly Target[], ids: readonly string[]) {
  const next = createRandom(seed)
  const integerBelow = (below: number) => Math.floor(next() * below)
  const pick = <Item>(list: readonly Item[]) => list[integerBelow(list.length)] as Item

  function value(depth = 0): unknown {
    const kind = integerBelow(depth > 3 ? 6 : 9)
    if (kind < 3) return pick(texts)
    if (kind === 3) return pick([0, -1, 1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324])
    if (kind === 4) return pick([null, true, false])
    if (kind === 5) return pick(ids)
    if (kind === 6) return Array.from({ length: integerBelow(4) }, () => value(depth + 1))
    if (kind === 7) return Object.fromEntries(Array.from({ length: integerBelow(4) }, () => [key(), value(depth + 1)]))
    return nested(1 + integerBelow(300))
  }
  const key = () => (next() < 0.5 ? pick(strange) : pick(texts).slice(0, 40))
  const nested = (depth: number) => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown

  /** Returns a damaged copy with changed, missing and additional values. */
  function spoilt(good: unknown, depth = 0): unknown {
    if (next() < 0.12) return value()
    if (Array.isArray(good)) {
      const items = good.map((item) => spoilt(item, depth + 1))
      return next() < 0.1 ? [...items, ...items, value()] : items
    }
    if (typeof good !== 'object' || good === null) return good
    const entries = Object.entries(good).filter(() => next() > 0.06)
    const changed = entries.map(([name, one]) => [next() < 0.04 ? `${name}+` : name, spoilt(one, depth + 1)])
    if (next() < 0.15) changed.push([key(), value()])
    return Object.fromEntries(changed)
  }

  function form(body: unknown): FormData {
    const data = new FormData()
    for (const [name, one] of Object.entries(Object(body)))
      if (name && next() < 0.1)
        data.append(
          name,
          new Blob([pick(texts)]),
          pick(texts)
            .slice(0, 60)
            .replace(/[\0\ud800]/g, '') || 'a.pdf',
        )
      else if (name) data.append(name, typeof one === 'string' ? one : (JSON.stringify(one) ?? ''))
    return data
  }

  const query = () =>
    Array.from({ length: integerBelow(4) }, () => {
      const name = pick(parameters)
      return `${name}=${encodeURIComponent((next() < 0.6 ? pick(queries) : pick(texts)).replace(/[\ud800]/g, ''))}`
    }).join('&')

  return function call(): Call {
    const { method, path, body, isRecord } = pick(targets)
    const id =
      next() < 0.85
        ? pick(ids)
        : encodeURIComponent(
            pick(texts)
              .slice(0, 80)
              .replace(/[\ud800]/g, ''),
          )
    const asked = next() < (method === 'GET' ? 0.7 : 0.1) ? `?${query()}` : ''
    const address = path.replace('{id}', id || 'x') + asked
    if (method === 'GET' || method === 'DELETE') return { method, path: address, headers: {} }
    const sent = next() < 0.9 ? spoilt(body ?? {}) : value()
    if (isRecord && next() < 0.25) return { method, path: address, headers: {}, body: form(sent) }
    const type = next() < 0.95 ? 'application/json' : pick(['text/plain', 'application/xml', 'multipart/form-data', ''])
    const text = JSON.stringify(sent) ?? ''
    const cut = next() < 0.03 ? text.slice(0, integerBelow(text.length + 1)) : text
    return { method, path: address, headers: type ? { 'Content-Type': type } : {}, body: cut }
  }
}
