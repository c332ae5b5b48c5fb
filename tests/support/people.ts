import { randomInt, randomUUID } from 'node:crypto'
import PocketBase, { type RecordModel } from 'pocketbase'
import { firstAdmin } from './environment.ts'
import { testServer } from './test-server.ts'

export type Person = { pb: PocketBase; id: string; email: string; password: string; name: string }

/** Server of the users: the shared one, or another that the test started (`at: server.url`). */
type Place = { at?: string }

/** Returns a client without session and with its own address, so that rate limits are separate. */
export function anonymous({
  at = testServer().url,
  address = anAddress(),
}: Place & { address?: string } = {}): PocketBase {
  const pb = new PocketBase(at).autoCancellation(false)
  pb.beforeSend = (url, options) => ({
    url,
    options: { fetch: fetchWithRetry, ...options, headers: { ...options.headers, 'X-Forwarded-For': address } },
  })
  return pb
}

/** Repeats deferred calls after `Retry-After`, like the page. */
async function fetchWithRetry(...call: Parameters<typeof fetch>): Promise<Response> {
  for (;;) {
    const answer = await fetch(...call)
    const pause = Number(answer.headers.get('Retry-After'))
    if (answer.status !== 503 || !pause) return answer
    await new Promise((resolve) => setTimeout(resolve, pause * 1000))
  }
}

/** Registers a user who is not active yet, and therefore not signed in. */
export async function anInactiveUser({
  name = 'Íñigo Ñandú',
  ...place
}: Place & { name?: string } = {}): Promise<Person> {
  const pb = anonymous(place)
  const email = `${randomUUID().slice(0, 13)}@ejemplo.test`
  const password = `clave-${randomUUID().slice(0, 8)}`
  const { id } = await pb.collection('users').create({
    name,
    email,
    password,
    passwordConfirm: password,
    phone: '+573001112233',
    emailVisibility: true,
    verified: false,
    isActive: false,
    role: '_user',
  })
  return { pb, id, email, password, name }
}

/** Registers, activates and signs in a user. */
export async function aUser(options: Place & { name?: string } = {}): Promise<Person> {
  return admitted(await anInactiveUser(options), { isActive: true }, options)
}

/** Registers another administrator. */
export async function anAdmin({ name = 'Amparo Núñez', ...place }: Place & { name?: string } = {}): Promise<Person> {
  return admitted(await anInactiveUser({ name, ...place }), { isActive: true, role: '_admin' }, place)
}

/** Signs in the administrator of `ADMIN_EMAIL`. */
export async function theFirstAdmin(place: Place = {}): Promise<Person> {
  const pb = anonymous(place)
  const { record } = await pb.collection('users').authWithPassword(firstAdmin.email, firstAdmin.password)
  return { pb, id: record.id, name: record.name, ...firstAdmin }
}

/** Activates or deactivates a user as the first administrator. */
export async function setActive(person: Person, isActive: boolean, place: Place = {}): Promise<RecordModel> {
  const { pb } = await firstAdminOf(place)
  return pb.collection('users').update(person.id, { isActive })
}

/** Makes a user an administrator, as the first administrator. */
export async function promote(person: Person, place: Place = {}): Promise<RecordModel> {
  const { pb } = await firstAdminOf(place)
  return pb.collection('users').update(person.id, { role: '_admin' })
}

async function admitted(person: Person, change: Partial<{ isActive: boolean; role: string }>, place: Place) {
  const { pb } = await firstAdminOf(place)
  await pb.collection('users').update(person.id, change)
  await person.pb.collection('users').authWithPassword(person.email, person.password)
  return person
}

const firstAdmins = new Map<string, Promise<Person>>()

/** Signs in once per server, because password checks are slow on purpose. */
function firstAdminOf({ at = testServer().url }: Place): Promise<Person> {
  const known = firstAdmins.get(at) ?? theFirstAdmin({ at })
  firstAdmins.set(at, known)
  return known
}

/** Returns a random address of the network for tests (RFC 2544). */
export function anAddress(): string {
  return `198.${18 + randomInt(2)}.${randomInt(256)}.${1 + randomInt(254)}`
}
