import { randomUUID } from 'node:crypto'
import PocketBase from 'pocketbase'
import type { KeyInput } from '../../src/domain/keys/key-input.ts'
import type { CreatedKey, Key } from '../../src/domain/keys/key-output.ts'
import type { KeyScope } from '../../src/domain/keys/key-scope.ts'
import { anAddress, type Person } from './people.ts'
import { testServer } from './test-server.ts'

const path = '/api/app/keys'

export const keysOf = async (admin: Person) => (await admin.pb.send<{ items: Key[] }>(path, { method: 'GET' })).items

export const newKey = (admin: Person, key: Partial<KeyInput> = {}) =>
  admin.pb.send<CreatedKey>(path, {
    method: 'POST',
    body: { name: `clave ${randomUUID()}`, account: admin.email, scopes: ['read'], expires: '', ...key },
  })

export const revoke = (admin: Person, { id }: { id: string }) =>
  admin.pb.send<void>(`${path}/${id}/revoke`, { method: 'POST' })

export const confirmKey = (owner: Person, { id }: { id: string }) =>
  owner.pb.send<void>(`${path}/${id}/confirm`, { method: 'POST' })

/** Creates an API key for a user and returns a client that uses it. */
export async function aProgram(admin: Person, person: Person, scopes: KeyScope[], at = testServer().url) {
  const name = `programa ${randomUUID()}`
  // Only the owner of an account creates a key that decides.
  const maker = scopes.includes('decide') ? person : admin
  const key = await newKey(maker, { name, account: person.email, scopes })
  if (key.isPending) await confirmKey(person, key)
  return { ...key, name, pb: programWith(key.secret, at) }
}

export function programWith(secret: string, at = testServer().url): PocketBase {
  const pb = new PocketBase(`${at}/key`).autoCancellation(false)
  const address = anAddress()
  pb.beforeSend = (url, options) => ({
    url,
    options: {
      ...options,
      headers: { ...options.headers, Authorization: `Bearer ${secret}`, 'X-Forwarded-For': address },
    },
  })
  return pb
}
