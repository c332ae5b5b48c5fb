import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import type PocketBase from 'pocketbase'
import type { RecordModel } from 'pocketbase'
import { expect, inject } from 'vitest'
import { type Server, startServer } from './container.ts'
import { anAddress } from './people.ts'
import { type Refusal, refusalOf } from './refusal.ts'
import { aSuperuser } from './superuser.ts'
import { testServer } from './test-server.ts'

/** Separate server for hostile requests, with access to its stored data. */
export class Scene {
  readonly server: Server
  readonly superuser: PocketBase

  private constructor(server: Server, superuser: PocketBase) {
    this.server = server
    this.superuser = superuser
  }

  static async open(environment: Record<string, string> = {}): Promise<Scene> {
    const server = await startServer(inject('image'), { ...testServer().mailEnvironment, ...environment })
    return new Scene(server, await aSuperuser(server))
  }

  get place() {
    return { at: this.server.url }
  }

  close() {
    return this.server.stop()
  }

  /** Runs a query and returns its rows, for data that no record shows. */
  async sql(query: string): Promise<unknown[][]> {
    return (await this.superuser.send('/api/sql', { method: 'POST', body: { query } })).rows
  }

  async count(table: string, where = 'TRUE'): Promise<number> {
    return Number((await this.sql(`SELECT count(*) FROM ${table} WHERE ${where}`))[0]?.[0])
  }

  stored(collection: string, id: string): Promise<RecordModel> {
    return this.superuser.collection(collection).getOne(id)
  }

  /** Returns a row as it is stored, without the time of activity, which a job writes at any time. */
  private async row(collection: string, id: string): Promise<unknown[][]> {
    const names = await this.sql(`SELECT name FROM pragma_table_info('${collection}') WHERE name != 'lastActiveAt'`)
    return this.sql(`SELECT ${names.map(([name]) => `"${name}"`)} FROM ${collection} WHERE id = '${id}'`)
  }

  /** Returns a user's row with the fields that no response shows: password hash and session key. */
  async person(id: string): Promise<unknown[] | undefined> {
    return (await this.row('users', id))[0]
  }

  /** Copies an active user `count` times, including the password, and returns the email addresses. */
  async likenesses(id: string, count: number): Promise<string[]> {
    const emails = Array.from({ length: count }, () => `${randomUUID().slice(0, 13)}@ejemplo.test`)
    const own: Record<string, string> = {
      id: 'substr(lower(hex(randomblob(8))), 2)',
      tokenKey: 'hex(randomblob(25))',
      email: 'given.value',
      isActive: 'FALSE',
    }
    const columns = (await this.sql("SELECT name FROM pragma_table_info('users')")).map(([name]) => String(name))
    // The length of a query is limited.
    for (let from = 0; from < count; from += 100) {
      const given = `json_each('${JSON.stringify(emails.slice(from, from + 100))}') AS given`
      await this.sql(`INSERT INTO users (${columns}) SELECT ${columns.map((name) => own[name] ?? `users.${name}`)}
        FROM users, ${given} WHERE users.id = '${id}'`)
      // New users are stored as inactive.
      await this.sql(`UPDATE users SET isActive = TRUE WHERE email IN (SELECT value FROM ${given})`)
    }
    return emails
  }

  /** Returns how a call is refused; fails if the call changed the record. */
  async unchanged(collection: string, id: string, call: () => Promise<unknown>): Promise<Refusal> {
    const row = () => this.row(collection, id)
    const before = await row()
    expect(before).toHaveLength(1)
    const refusal = await refusalOf(call())
    expect(await row()).toEqual(before)
    return refusal
  }

  ask(path: string, asked?: Asked): Promise<Answer> {
    return sendRawRequest(this.server.url, path, asked)
  }
}

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

interface Answer {
  status: number
  headers: Record<string, string>
  text: string
}

/** Sends path and body unchanged; `fetch` and the client library would normalize them. */
export function sendRawRequest(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: Asked = {},
): Promise<Answer> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const sent = { 'X-Forwarded-For': anAddress(), ...(body && { 'Content-Type': 'application/json' }), ...headers }
    const call = request({ hostname, port, path, method, headers: sent }, (answer) => {
      const parts: Buffer[] = []
      answer.on('data', (part: Buffer) => parts.push(part))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          headers: answer.headers as Record<string, string>,
          text: Buffer.concat(parts).toString('utf8'),
        }),
      )
    })
    call.on('error', reject).end(body)
  })
}

export const authorizedBy = (token: string) => ({ headers: { Authorization: token } })
