import type PocketBase from 'pocketbase'
import type { ListResult, RecordService, SendOptions } from 'pocketbase'
import { createApiError, mustBeJson } from './api-error.ts'
import { authStore } from './auth-store.ts'
import { earlyFetch } from './early-fetch.ts'

let client: PocketBase | undefined

/** Loads the PocketBase client: for changes, sign-in and realtime events. If that fails, calls fail as without connection. */
export async function loadClient(): Promise<PocketBase> {
  const load = () => import('./pocketbase.ts').catch((cause) => Promise.reject(createConnectionError(cause)))
  client ??= (await load()).pocketBaseClient
  return client
}

const createConnectionError = (cause: unknown, signal?: AbortSignal) =>
  Object.assign(createApiError(0), { cause, isAbort: signal?.aborted === true })

/**
 * Passes the client to `call`. If the client is loaded, `call` runs synchronously, because a closing page cannot send
 * requests after an `await`.
 */
const withClient = <Answer>(call: (client: PocketBase) => Promise<Answer>): Promise<Answer> =>
  client ? call(client) : loadClient().then(call)

/** Appends the query to a path: `{ page: 1, search: undefined }` → `?page=1`. */
function addQuery(path: string, query: Record<string, unknown> = {}): string {
  const parts = Object.entries(query)
    .flatMap(([name, value]) => (Array.isArray(value) ? value : [value]).map((each) => [name, each] as const))
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(String(value))}`)
  return parts.length > 0 ? `${path}?${parts.join('&')}` : path
}

/** Sends a GET request without the PocketBase client, because loading it would delay the first content. */
async function read<Answer>(path: string, { query, headers, signal }: SendOptions): Promise<Answer> {
  const { token } = authStore
  const call = { headers: { ...(token && { Authorization: token }), ...headers }, ...(signal && { signal }) }
  const fail = (cause: unknown) => Promise.reject(createConnectionError(cause, signal ?? undefined))
  const response = await earlyFetch(addQuery(path, query), call).catch(fail)
  const isJson = mustBeJson(response)
  // Other errors than those of the syntax mean that the response is incomplete.
  const answer = await response.json().catch((cause) => (!isJson && cause instanceof SyntaxError ? {} : fail(cause)))
  if (!response.ok) throw createApiError(response.status, answer)
  return answer
}

const send = <Answer>(path: string, options: SendOptions): Promise<Answer> =>
  (options.method ?? 'GET') === 'GET' && !options.fetch
    ? read(path, options)
    : withClient((loaded) => loaded.send<Answer>(path, options))

interface RecordOptions extends Record<string, unknown> {
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** Records per page that `getFullList` requests. */
const fullListPage = 1000

/** Returns the functions that read a collection without the PocketBase client. */
function createReader(name: string) {
  const path = `/api/collections/${name}/records`
  const get = <Answer>(address: string, { headers, signal, ...query }: RecordOptions) =>
    send<Answer>(address, { query, ...(headers && { headers }), ...(signal && { signal }) })
  const getList = <Item>(page: number, perPage: number, options: RecordOptions = {}) =>
    get<ListResult<Item>>(path, { page, perPage, ...options })
  return {
    getList,
    getOne: async <Item>(id: string, options: RecordOptions = {}) => {
      // Refuses an empty id, because its path would be the path of the list.
      if (!id) throw createApiError(404)
      return get<Item>(`${path}/${encodeURIComponent(id)}`, options)
    },
    async getFirstListItem<Item>(filter: string, options: RecordOptions = {}) {
      const { items } = await getList<Item>(1, 1, { filter, skipTotal: 1, ...options })
      if (items[0] === undefined) throw createApiError(404)
      return items[0]
    },
    async getFullList<Item>(options: RecordOptions = {}) {
      const all: Item[] = []
      for (let page = 1; ; page++) {
        const { items } = await getList<Item>(page, fullListPage, { skipTotal: 1, ...options })
        all.push(...items)
        if (items.length < fullListPage) return all
      }
    },
  }
}

/** Returns the functions of a collection: those that read use `createReader`, all others the PocketBase client. */
function collection(name: string): RecordService {
  return new Proxy(createReader(name) as unknown as RecordService, {
    get: (reader, method: keyof RecordService) =>
      reader[method] ??
      ((...values: unknown[]) =>
        withClient((loaded) => {
          const service = loaded.collection(name) as unknown as Record<string, (...all: unknown[]) => Promise<unknown>>
          return service[method]?.(...values) ?? Promise.reject(new Error(`${name}.${method}`))
        })),
  })
}

/** Replaces the placeholders of a filter, quoted like PocketBase's client does: `owner = {:id}` → `owner = "x"`. */
const filter = (expression: string, values: Record<string, unknown> = {}): string =>
  expression.replace(/\{:(\w+)\}/g, (unknown, key) => (key in values ? JSON.stringify(values[key] ?? null) : unknown))

const buildURL = (path: string) => location.origin + path

const files = {
  getToken: () => send<{ token: string }>('/api/files/token', { method: 'POST' }).then(({ token }) => token),
  getURL(record: object, name: string, query: Record<string, string | boolean> = {}): string {
    const { id, collectionId, collectionName } = record as Record<string, string>
    return (
      name &&
      buildURL(addQuery(`/api/files/${collectionId ?? collectionName}/${id}/${encodeURIComponent(name)}`, query))
    )
  },
}

/** API of the server. Reading functions need no further script; the others load the PocketBase client. */
export const pb = { authStore, send, collection, filter, buildURL, files }
