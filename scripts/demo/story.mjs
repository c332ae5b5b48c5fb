import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import PocketBase from 'pocketbase'
import { createSeededRandom } from './random.mjs'
import { createDemoValues, demoEmployees, demoOrganisation, demoRequestKinds } from './values.mjs'
/** @import { Employee } from './values.mjs' */
/** @typedef {Employee & { pb: PocketBase, id: string }} Person */

export const demoAdminAccount = { email: 'admin@ejemplo.com', password: 'demostracion-1' }
const days = 90
const dayMs = 86_400_000
/** Age of the installation in days. Two employees a day register before the first request. */
const installationDays = 120
/** Offset of the server's clock in ms when it starts for the first time. */
export const firstOffset = -installationDays * dayMs
const seed = 20_261_124

const dice = createSeededRandom(seed)

/**
 * Fills an empty installation by the product's own calls: settings, people, groups, a route, a list, requests and batches.
 * @param {{ url: string, clock: string, outbox: string, requestCount: number }} demo
 *   `clock` is the file with the offset of the server's clock in ms; `outbox` is the folder of the server's mails
 */
export async function createDemoData({ url, clock, outbox, requestCount }) {
  const admin = await signIn(url, demoAdminAccount.email)
  await saveOrganisation(admin)
  const people = await createPeople(url, admin, { clock, outbox })
  await setClock(clock, Date.now() - (days + 1) * dayMs)
  const formats = await prepareFormats(admin, people)
  await importEmployees(admin, people)
  await createSignatory(admin, people[1], [formats.get('CL')])
  await simulateWorkdays({ admin, people, formats, clock, requestCount })
}

/**
 * Returns a client with a separate address, signed in if `email` is not empty.
 * @param {string} url
 * @param {string} email
 */
async function signIn(url, email) {
  const pb = new PocketBase(url).autoCancellation(false)
  // Each user has a separate address, because rate limits are per address.
  const address = `198.18.${dice.between(0, 255)}.${dice.between(1, 254)}`
  pb.beforeSend = (to, options) => ({
    url: to,
    options: { ...options, headers: { ...options.headers, 'X-Forwarded-For': address } },
  })
  if (email) await pb.collection('users').authWithPassword(email, demoAdminAccount.password)
  return pb
}

/**
 * Saves name and details of the organisation.
 * @param {PocketBase} admin
 */
async function saveOrganisation(admin) {
  const [settings] = await admin.collection('settings').getFullList()
  await admin.collection('settings').update(settings?.id ?? '', { ...demoOrganisation, logo: readPicture('logo.png') })
  // Dismisses setup steps, because a demo has no mail server and its dashboard shows requests instead of setup steps.
  await admin.send('/api/app/setup/confirm', { method: 'POST', body: { steps: ['formats', 'mail'] } })
  // Disables planned backups, because a running backup would time out when the clock moves.
  await admin.send('/api/app/backups/plan', { method: 'PUT', body: { period: 'never', hour: 3 } })
}

/**
 * Returns a picture of this folder as a file to upload.
 * @param {string} name
 */
const readPicture = (name) => new File([readFileSync(join(import.meta.dirname, name))], name, { type: 'image/png' })

/**
 * Creates the signatory of certificates: the manager of human resources.
 * @param {PocketBase} admin @param {Person | undefined} person
 * @param {(string | undefined)[]} formats
 */
const createSignatory = (admin, person, formats) =>
  admin.collection('signatories').create({
    name: person?.name,
    post: person?.position,
    user: person?.id,
    active: true,
    formats,
    signature: readPicture('signature.png'),
  })

/**
 * Registers, activates and signs in the employees. The last three do not confirm their addresses.
 * @param {string} url
 * @param {PocketBase} admin
 * @param {{ clock: string, outbox: string }} files
 * @returns {Promise<Person[]>}
 */
async function createPeople(url, admin, { clock, outbox }) {
  const unconfirmed = demoEmployees.slice(-3)
  const perDay = 2
  for (let at = 0; at < demoEmployees.length; at += perDay) {
    await setClock(clock, Date.now() - (installationDays - 1 - at / perDay) * dayMs)
    await Promise.all(demoEmployees.slice(at, at + perDay).map((employee) => register(url, admin, employee)))
  }
  // Codes expire by the real clock.
  await setClock(clock, Date.now())
  /** @type {Map<string, Person>} */
  const people = new Map()
  // In parallel, because the server spends most of the time on hashing passwords.
  await forEachInParallel(demoEmployees, async (employee) => {
    const { email } = employee
    if (!unconfirmed.includes(employee)) await confirmEmail(await signIn(url, ''), email, outbox)
    const pb = await signIn(url, email)
    people.set(email, { ...employee, id: pb.authStore.record?.id ?? '', pb })
  })
  return demoEmployees.flatMap(({ email }) => people.get(email) ?? [])
}

/**
 * Registers an employee and activates the account.
 * @param {string} url
 * @param {PocketBase} admin
 * @param {Employee} employee
 */
async function register(url, admin, { name, email }) {
  const guest = await signIn(url, '')
  const { id } = await guest.collection('users').create({
    name,
    email,
    password: demoAdminAccount.password,
    passwordConfirm: demoAdminAccount.password,
    phone: '+573001234567',
    emailVisibility: true,
    verified: false,
    isActive: false,
    role: '_user',
  })
  await admin.collection('users').update(id, { isActive: true })
}

/** Requests a code by mail and redeems it. @param {PocketBase} guest @param {string} email @param {string} outbox */
async function confirmEmail(guest, email, outbox) {
  const { otpId } = await guest.collection('users').requestOTP(email)
  for (const until = Date.now() + 30_000; Date.now() < until; await wait(50)) {
    const names = (existsSync(outbox) ? readdirSync(outbox) : []).filter((name) => name.endsWith(`-${email}.eml`))
    const [code] = names.flatMap((name) => readFileSync(join(outbox, name), 'utf8').match(/^\d{6}(?=\r?$)/m) ?? [])
    if (code) return guest.send('/api/app/verify', { method: 'POST', body: { otpId, code } })
  }
  throw new Error(`no code for ${email} in ${outbox}`)
}

/**
 * Creates the groups, and the approval stages of purchase orders and leaves.
 * @param {PocketBase} admin @param {Person[]} people @returns {Promise<Map<string, string>>} ids of the formats by code
 */
async function prepareFormats(admin, people) {
  /**
   * Creates a group and returns its id.
   * @param {string} name
   * @param {Person[]} members
   */
  const group = async (name, members) =>
    (await admin.collection('groups').create({ name, members: members.map(({ id }) => id) })).id
  const chiefs = await group('Jefes de área', people.slice(0, 3))
  const buyers = await group('Compras', people.slice(3, 5))
  const treasury = await group('Finanzas', people.slice(5, 7))
  const formats = new Map((await admin.collection('formats').getFullList()).map(({ code, id }) => [code, id]))
  await publishRoute(admin, formats.get('OC'), [
    { key: 'jefe', name: 'Jefe del área', group: chiefs },
    { key: 'compras', name: 'Compras', group: buyers },
    { key: 'finanzas', name: 'Finanzas', group: treasury, when: { key: 'total', sign: '>=', than: '10000000' } },
  ])
  await publishRoute(admin, formats.get('VP'), [{ key: 'jefe', name: 'Jefe del área', group: chiefs }])
  return formats
}

/**
 * Saves and publishes the approval stages of a format.
 * @param {PocketBase} admin
 * @param {string | undefined} id
 * @param {object[]} route
 */
async function publishRoute(admin, id, route) {
  await admin.collection('formats').update(id ?? '', { route })
  await admin.send(`/api/app/formats/${id}/publish`, { method: 'POST', body: {} })
}

/**
 * Creates the list of employees and imports its records.
 * @param {PocketBase} admin
 * @param {Person[]} people
 */
async function importEmployees(admin, people) {
  const columns = [
    { key: 'cedula', label: 'Cédula', type: 'idDocument' },
    { key: 'nombre', label: 'Nombre', type: 'text' },
    { key: 'cargo', label: 'Cargo', type: 'text' },
    { key: 'salario', label: 'Salario', type: 'money' },
  ]
  const list = await admin
    .collection('lists')
    .create({ name: 'Empleados', columns, keyColumn: 'cedula', access: 'everybody', groups: [] })
  const send = (/** @type {string} */ path, /** @type {object} */ body) =>
    admin.send(`/api/app/lists/${list.id}/${path}`, { method: 'POST', body })
  const { import: staged } = await send('import', { fileName: 'empleados.xlsx' })
  const rows = people.map(({ document, name, position, salary }, index) => ({
    row: index + 2,
    values: { cedula: document, nombre: name, cargo: position, salario: `${salary}.00` },
  }))
  await send('import/rows', { import: staged, rows })
  await send('import/confirm', { import: staged, mode: 'replace' })
}

/**
 * Creates the requests of each working day in the morning. Every third afternoon and on the last days, decides most of
 * those that wait.
 * @param {{ admin: PocketBase, people: Person[], formats: Map<string, string>, clock: string, requestCount: number }} demo
 */
async function simulateWorkdays({ admin, people, formats, clock, requestCount }) {
  const workdays = Array.from({ length: days }, (_, ago) => Date.now() - (days - 1 - ago) * dayMs).filter(
    (day) => ![0, 6].includes(new Date(day).getDay()),
  )
  const hours = 2
  const countUntil = (/** @type {number} */ hour) => Math.round((requestCount * hour) / (workdays.length * hours))
  for (const [index, day] of workdays.entries()) {
    const isLast = index === workdays.length - 1
    await setClock(clock, isLast ? Date.now() - 3 * 3_600_000 : getInstant(day, 8))
    const localDay = new Intl.DateTimeFormat('sv', { timeZone: 'America/Bogota' }).format(day)
    for (let hour = 0; hour < hours; hour++) {
      const count = countUntil(index * hours + hour + 1) - countUntil(index * hours + hour)
      if (count === 0) continue
      if (!isLast) await setClock(clock, getInstant(day, 8 + 4 * hour))
      await createRequests(people, formats, localDay, count)
    }
    if (index % 12 === 5) await sendBatch(admin, people, formats, localDay)
    const daysLeft = workdays.length - 1 - index
    if (daysLeft > 2 && daysLeft % 3) continue
    if (!isLast) await setClock(clock, getInstant(day, 15))
    await decideRequests(admin, people, daysLeft)
  }
  await setClock(clock, Date.now())
  await waitForDocuments(admin)
  await makeBackup(admin)
  await admin.send('/api/app/backups/plan', { method: 'PUT', body: { period: 'day', hour: 3 } })
}

/**
 * Makes a backup. Without one, the planned backup would be overdue since the installation.
 * @param {PocketBase} admin
 */
async function makeBackup(admin) {
  await admin.send('/api/app/backups', { method: 'POST' })
  for (;;) {
    const { items } = await admin.send('/api/app/backups', {})
    if (items[0]?.status === 'good') return
    if (items[0]?.status === 'failed') throw new Error(items[0].reason || 'the backup failed')
    await wait(500)
  }
}

/**
 * Returns the instant of a day and hour in Colombia, at a random minute.
 * @param {number} day
 * @param {number} hour in Colombia
 */
const getInstant = (day, hour) => new Date(day).setUTCHours(hour + 5, dice.between(0, 40), dice.between(0, 59))

/** Moves the server's clock and waits until the server reads it again, at most every 10 ms. @param {string} file @param {number} instant in ms */
async function setClock(file, instant) {
  writeFileSync(`${file}.new`, String(Math.min(0, Math.round(instant - Date.now()))))
  renameSync(`${file}.new`, file)
  await wait(12)
}

/**
 * Creates and submits the requests of a day.
 * @param {Person[]} people
 * @param {Map<string, string>} formats
 * @param {string} day
 * @param {number} count
 */
async function createRequests(people, formats, day, count) {
  const drafts = Array.from({ length: count }, () => ({
    who: dice.pick(people),
    kind: dice.weighted(demoRequestKinds.map((kind) => [kind.weight, kind])),
  })).map(({ who, kind }) => ({
    who,
    code: kind.code,
    values: createDemoValues(kind, who, day, dice),
    stays: dice.next() < 0.01,
  }))
  await forEachInParallel(drafts, async ({ who, code, values, stays }) => {
    const { id } = await who.pb.collection('requests').create({ format: formats.get(code), values })
    if (!stays) await runRequestAction(who.pb, 'submit', { ids: [id] })
  })
}

/**
 * Runs an action on requests.
 * @param {PocketBase} pb
 * @param {string} action
 * @param {object} body
 */
const runRequestAction = (pb, action, body) => pb.send(`/api/app/requests/${action}`, { method: 'POST', body })

/**
 * Sends and confirms a batch with a work certificate for each person.
 * @param {PocketBase} admin
 * @param {Person[]} people
 * @param {Map<string, string>} formats
 * @param {string} day
 */
async function sendBatch(admin, people, formats, day) {
  const letter = demoRequestKinds.find(({ code }) => code === 'CL')
  if (!letter) return
  const body = {
    format: formats.get(letter.code),
    fileName: `cartas ${day}.xlsx`,
    fileHash: createFileHash(),
    total: people.length,
  }
  const batch = await admin.send('/api/app/batches', { method: 'POST', body })
  const rows = people.map((who, index) => ({ row: index + 2, values: createDemoValues(letter, who, day, dice) }))
  await admin.send(`/api/app/batches/${batch.id}/rows`, { method: 'POST', body: { rows } })
  await admin.send(`/api/app/batches/${batch.id}/confirm`, { method: 'POST', body: {} })
}

const createFileHash = () => Array.from({ length: 64 }, () => dice.between(0, 15).toString(16)).join('')

/**
 * Decides most pending requests of each approver; approves 92 % of them.
 * @param {PocketBase} admin @param {Person[]} people @param {number} daysLeft
 */
async function decideRequests(admin, people, daysLeft) {
  const share = daysLeft > 2 ? 0.93 : daysLeft > 0 ? 0.6 : 0.15
  for (const pb of [people[0], people[3], people[5]].map((who) => who?.pb).concat(admin)) {
    if (!pb) continue
    const { items } = await pb.send('/api/app/requests', { query: { mine: 'decide', perPage: 200 } })
    /** @type {Map<string, { action: 'approve' | 'return' | 'reject', reason: string | undefined, ids: string[] }>} */
    const decisions = new Map()
    for (const { id, formatCode } of items) {
      if (dice.next() >= share) continue
      const action = dice.weighted(
        /** @type {const} */ ([
          [92, 'approve'],
          [5, 'return'],
          [3, 'reject'],
        ]),
      )
      const kind = demoRequestKinds.find(({ code }) => code === formatCode)
      const reason = action === 'approve' ? undefined : kind?.reasons[action]
      const decision = decisions.get(`${action} ${reason}`) ?? { action, reason, ids: [] }
      decisions.set(`${action} ${reason}`, decision)
      decision.ids.push(id)
    }
    for (const { action, ...body } of decisions.values()) await runRequestAction(pb, action, body)
  }
}

/** Waits until all documents exist. @param {PocketBase} admin */
async function waitForDocuments(admin) {
  for (;;) {
    const { totalItems } = await admin.collection('requests').getList(1, 1, { filter: 'documentStatus = "pending"' })
    if (totalItems === 0) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}

/** Runs `work` for each entry, six at a time. @template T @param {T[]} entries @param {(entry: T) => Promise<void>} work */
async function forEachInParallel(entries, work) {
  const left = [...entries]
  await Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let entry = left.shift(); entry !== undefined; entry = left.shift()) await work(entry)
    }),
  )
}
