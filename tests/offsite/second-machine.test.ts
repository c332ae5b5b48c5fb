import { execFileSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import { aBatch, cartaLaboral, confirmAndWait, post, progressOf, progressWhen, sendRows } from '../support/batch.ts'
import { pdfsig } from '../support/certificates.ts'
import { anS3, aProduct, type Product } from '../support/offsite.ts'
import { anonymous, aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { aDraft, aRequest, download, pageOf, read, requests, settled, take } from '../support/requests.ts'

const total = 5_000
const machines: Product[] = []

/** Starts a machine on a folder, by default an empty one. */
async function aMachine(folder?: string, environment = {}): Promise<Product> {
  const ENCRYPTION_KEY = 'un-secreto-de-prueba-de-32-letras-o-mas'
  const machine = await aProduct({ ...s3.environment, ENCRYPTION_KEY, ...environment }, folder ? { folder } : {})
  machines.push(machine)
  return machine
}

const s3 = await anS3()
afterAll(async () => {
  for (const { all, over, folder } of machines) {
    try {
      all('SIGKILL')
    } catch {
      // The process has ended.
    }
    await over
    rmSync(folder, { recursive: true, force: true })
  }
  await s3.end()
})

/** Returns a user on another machine with the same session. */
function on({ url }: Product, person: Person): Person {
  const pb = anonymous({ at: url })
  pb.authStore.save(person.pb.authStore.token, person.pb.authStore.record)
  return { ...person, pb }
}

const sql = ({ folder }: Product, query: string) =>
  execFileSync('sqlite3', [join(folder, 'data.db'), query], { encoding: 'utf8' }).trim()

it('a second machine continues a batch by one command after the first is lost', async () => {
  const first = await aMachine()
  const at = first.url
  const [admin, ana] = await Promise.all([theFirstAdmin({ at }), aUser({ at })])
  await admin.pb.send('/api/app/seal/own', { method: 'POST' })
  const { id } = await aRequest(ana, admin, 'approved')
  await settled(ana, id)
  await take(admin, 'issue', { ids: [id] })
  const document = await settled(ana, id)
  const bytes = Buffer.from(await (await download(ana, document)).arrayBuffer())
  const batch: Batch = await aBatch(ana.pb, { total })
  for (let from = 0; from < total; from += 1_000) {
    const values = Array.from({ length: 1_000 }, (_, index) =>
      cartaLaboral({ numero_documento: `${10_000_000 + from + index}` }),
    )
    await sendRows(ana.pb, batch, values, from + 2)
  }

  // Acknowledged writes and their times; replication must cause no refusals.
  const acknowledged: { id: string; at: number }[] = []
  const refused: unknown[] = []
  let isAlive = true
  const working = (async () => {
    while (isAlive) {
      const made = await aDraft(ana).catch((error) => void (isAlive && refused.push(error)))
      if (made && isAlive) acknowledged.push({ id: made.id, at: Date.now() })
      await wait(50)
    }
  })()
  // Writes acknowledged two seconds before the death must be there after it.
  while (Date.now() - (acknowledged[0]?.at ?? Date.now()) < 2_000) await wait(20)
  await post(ana.pb, `/${batch.id}/confirm`)
  await progressWhen(ana.pb, batch, ({ createdCount }) => createdCount > 0)
  isAlive = false
  const died = Date.now()
  first.all('SIGKILL')
  await Promise.all([first.over, working])
  rmSync(first.folder, { recursive: true })
  expect(refused).toEqual([])

  const second = await aMachine()
  expect(second.serves, second.words()).toBe(true)
  const took = Date.now() - died
  console.info(`la segunda máquina contestó ${took} ms después de la muerte de la primera`)
  expect(took).toBeLessThan(10_000)
  const [boss, back] = [on(second, admin), on(second, ana)]
  await back.pb.collection('users').authRefresh()
  const long = acknowledged.filter(({ at }) => at < died - 2_000)
  expect(long.length).toBeGreaterThan(0)
  for (const draft of long) expect(await requests(back).getOne(draft.id)).toMatchObject({ status: 'draft' })

  const request = await requests(back).getOne(id)
  expect(request).toEqual(document)
  expect(Buffer.from(await (await download(back, request)).arrayBuffer()).equals(bytes)).toBe(true)
  expect(pdfsig(bytes)).toMatch(/Total document signed\n.*Signature is Valid/)

  // The batch continues by itself. If its confirmation was lost, the owner confirms again, as the page offers.
  if ((await progressOf(back.pb, batch)).status === 'ready') await confirmAndWait(back.pb, batch)
  await progressWhen(back.pb, batch, ({ status, createdCount }) => status === 'completed' && createdCount === total)
  const counted = `SELECT count(*), count(DISTINCT number) FROM requests WHERE batch = '${batch.id}'`
  expect(sql(second, counted)).toBe(`${total}|${total}`)
  expect(sql(second, 'PRAGMA integrity_check')).toBe('ok')
  const next = await settled(back, (await aRequest(back, boss, 'approved')).id)
  expect(read(await (await download(back, next)).arrayBuffer())).toContain(next.documentNumber)
  // Seals with the replicated key.
  await take(boss, 'issue', { ids: [next.id] })
  expect((await settled(back, next.id)).documentSeal?.fingerprint).toBe(document.documentSeal?.fingerprint)
}, 240_000)

it('only one machine serves; ending it releases the lease without losing data', async () => {
  const second = machines.at(-1) as Product
  const intruder = await aMachine(undefined, { LOG_FORMAT: 'json' })
  expect(await intruder.over).toBe(1)
  const message = expect.stringMatching(/Otro servidor \(.+\) está atendiendo/)
  expect(JSON.parse(intruder.words())).toEqual({ time: expect.any(String), level: 'error', message })
  const beside = await aMachine(second.folder)
  expect(await beside.over).toBe(1)
  expect(beside.words()).toContain('Ya hay un servidor con esta misma carpeta')

  const at = second.url
  const admin = await theFirstAdmin({ at })
  const last = await aDraft(admin)
  const before = (await pageOf(admin)).totalItems
  await second.end('SIGTERM')
  // The machine replicated its last writes before it ended.
  expect(second.words()).toContain('todo lo que se escribió está en el almacén')
  const third = await aMachine()
  const again = on(third, admin)
  expect((await pageOf(again)).totalItems).toBe(before)
  expect(await requests(again).getOne(last.id)).toMatchObject({ status: 'draft' })

  // The earlier folder is outdated and would overwrite newer data.
  const behind = await aMachine(second.folder)
  expect(await behind.over).toBe(1)
  expect(behind.words()).toContain('Esta carpeta quedó atrás')
}, 120_000)

it('a machine paused beyond its lease ends on wake-up, and its successor receives no writes', async () => {
  const third = machines.findLast(({ serves }) => serves) as Product
  const late = await theFirstAdmin({ at: third.url })
  third.all('SIGSTOP')
  const fourth = await aMachine()
  expect(fourth.serves, fourth.words()).toBe(true)
  const admin = on(fourth, late)
  const draft = await aDraft(admin)
  third.all('SIGCONT')
  const drafts = Array.from({ length: 20 }, () =>
    aDraft(late).then(
      ({ id }) => id,
      () => '',
    ),
  )
  expect(await third.over).toBe(1)
  expect(third.words()).toContain('Otro servidor tomó el turno')
  const written = (await Promise.all(drafts)).filter(Boolean)
  console.info(`al despertar aceptó ${written.length} de 20 borradores antes de terminar`)

  await fourth.end('SIGTERM')
  const fifth = await aMachine()
  expect(fifth.serves, fifth.words()).toBe(true)
  expect(sql(fifth, 'PRAGMA integrity_check')).toBe('ok')
  const known = requests(on(fifth, admin))
  expect(await known.getOne(draft.id)).toMatchObject({ status: 'draft' })
  for (const id of written) await expect(known.getOne(id)).rejects.toMatchObject({ status: 404 })
}, 120_000)

it('a machine ending right after its start loses nothing, even during a bucket outage', async () => {
  const serving = () => machines.findLast(({ serves }) => serves) as Product
  const admin = await theFirstAdmin({ at: serving().url })
  await serving().end('SIGTERM')
  for (const silence of [0, 8_000]) {
    const brief = await aMachine()
    const draft = await aDraft(on(brief, admin))
    if (silence > 0) s3.fallSilent()
    const ended = brief.end('SIGTERM')
    await wait(silence)
    s3.speakAgain()
    await ended
    expect(await brief.over, brief.words()).toBe(0)
    const next = await aMachine()
    expect(await requests(on(next, admin)).getOne(draft.id), brief.words()).toMatchObject({ status: 'draft' })
    await next.end('SIGTERM')
  }
}, 120_000)

it('a machine that cannot restore the latest replica does not start with an older one', async () => {
  const fourth = machines.findLast(({ serves }) => serves) as Product
  await fourth.end('SIGTERM')
  const latest = Math.max(...s3.keysIn('REPLICA_URL').map((key) => Number(/^base\/(\d+)\//.exec(key)?.[1] ?? 0)))
  expect(latest).toBeGreaterThan(1)
  for (const key of s3.keysIn('REPLICA_URL')) if (key.startsWith(`base/${latest}/`)) s3.put('REPLICA_URL', key)
  const fifth = await aMachine()
  expect(await fifth.over, fifth.words()).toBe(1)
  expect(fifth.words()).toContain(`Litestream no pudo traer la réplica ${latest}`)
  expect(existsSync(join(fifth.folder, 'data.db'))).toBe(false)
}, 120_000)
