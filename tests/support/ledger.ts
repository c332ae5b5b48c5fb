import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type PocketBase from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import type { Batch } from '../../src/domain/batches/batch-output.ts'
import { createRecordId } from '../../src/lib/create-record-id.ts'
import { aBatch, cartaLaboral, post, sendRows } from './batch.ts'
import { createRandom } from './chance.ts'
import { anAdmin, anonymous, aUser, type Person } from './people.ts'
import { aPng, aSignature } from './pictures.ts'
import { aPublishedFormat, requests, take } from './requests.ts'

/** Results confirmed to users, to be compared with the stored data after a crash. */
export interface Ledger {
  /** SQL conditions that stay true after the server's response. */
  facts: string[]
  /** Addresses that must receive exactly one mail. */
  mails: string[]
  /** SHA-256 of each file that a record may reference. */
  files: { table: string; column: string; id: string; hash: string; answered: boolean }[]
  /** Number of calls in progress at crashes, by kind. */
  cut: Record<string, number>
  /** Unexpected responses. */
  faults: string[]
}

const exists = (from: string) => `EXISTS (SELECT 1 FROM ${from})`
const eventFacts = (ids: string[], action: string) =>
  ids.map((id) => exists(`events WHERE subjectId = '${id}' AND action = '${action}'`))

/** Makes a client treat a response as lost if the server was killed while sending it; the client of PocketBase returns an empty object instead. */
function refuseTruncatedResponses(pb: PocketBase): PocketBase {
  pb.afterSend = (response, data) => {
    if (response.status === 200 && Object.keys(data).length === 0) throw new ClientResponseError({ status: 0 })
    return data
  }
  return pb
}

/** Lets users work and continue after each restart. Records each response. */
export async function simulateUsers(at: string, seed: number) {
  const next = createRandom(seed)
  const integerBelow = (below: number) => Math.floor(next() * below)
  const ledger: Ledger = { facts: [], mails: [], files: [], cut: {}, faults: [] }
  const [boss, ana, luz, eva] = await Promise.all([anAdmin({ at }), aUser({ at }), aUser({ at }), aUser({ at })])
  for (const { pb } of [boss, ana, luz, eva]) refuseTruncatedResponses(pb)
  const straight = await aPublishedFormat(boss, { requiresReview: false })
  const reviewed = await boss.pb.collection('formats').getFirstListItem('code = "CL"')
  const settings = await boss.pb.collection('settings').getFirstListItem('')
  const submitted: string[] = []
  const approved: string[] = []

  async function registration() {
    const pb = refuseTruncatedResponses(anonymous({ at }))
    const email = `${randomUUID()}@ejemplo.test`
    const person = { email, password: 'clave-segura-1', passwordConfirm: 'clave-segura-1', name: 'Íñigo Ñandú' }
    const rest = { phone: '+573001112233', emailVisibility: true, role: '_user', isActive: false }
    const { id } = await pb.collection('users').create({ ...person, ...rest })
    ledger.facts.push(exists(`users WHERE id = '${id}' AND email = '${email}'`), ...eventFacts([id], 'register'))
    await pb.collection('users').requestOTP(email)
    ledger.mails.push(email)
    return 200
  }
  async function invitation() {
    const email = `${randomUUID()}@ejemplo.test`
    const body = { name: 'Luz Peña', email, role: '_user' }
    const { id } = await boss.pb.send<{ id: string }>('/api/app/users/invite', { method: 'POST', body })
    ledger.facts.push(exists(`users WHERE id = '${id}' AND isActive`))
    ledger.mails.push(email)
    return 500
  }
  /** Repeats a call of unknown result with the same id, like the page. */
  const drafting = (person: Person) => {
    let id = createRecordId()
    let made = false
    return async () => {
      const isStraight = next() < 0.3
      const kind = isStraight ? { format: straight.id, values: { nombre: 'Ana' } } : undefined
      if (!made) await requests(person).create({ id, ...(kind ?? { format: reviewed.id, values: cartaLaboral() }) })
      made = true
      ledger.facts.push(exists(`requests WHERE id = '${id}'`))
      const { changed, skipped } = await take(person, 'submit', { ids: [id] })
      // Refused if it was done before the crash.
      if (changed.length + skipped.length !== 1) ledger.faults.push(`submit: ${JSON.stringify({ changed, skipped })}`)
      ledger.facts.push(exists(`requests WHERE id = '${id}' AND number != ''`), ...eventFacts([id], 'submit'))
      submitted.push(id)
      id = createRecordId()
      made = false
      return 0
    }
  }
  async function decision() {
    const ids = submitted.splice(0, 1 + integerBelow(8))
    const action = next() < 0.7 ? 'approve' : next() < 0.5 ? 'return' : 'reject'
    if (!ids.length) return 20
    const { changed } = await take(boss, action, { ids, reason: 'x' })
    ledger.facts.push(...eventFacts(changed, action))
    if (action !== 'approve') return 0
    approved.push(...changed)
    ledger.facts.push(...changed.map((id) => exists(`requests WHERE id = '${id}' AND documentNumber != ''`)))
    return 0
  }
  async function finality() {
    const ids = approved.splice(0, 1 + integerBelow(3))
    if (!ids.length) return 50
    const action = next() < 0.5 ? 'issue' : 'annul'
    const { changed } = await take(boss, action, { ids, reason: 'x' })
    ledger.facts.push(...eventFacts(changed, action))
    return 0
  }
  let batch: Batch | undefined
  let row = 2
  let begun = 0
  let falls = 0
  const atNextBatch: (() => void)[] = []
  async function sheet() {
    if (!batch) {
      // One batch per crash, because more rows would make the final comparison too slow.
      if (begun > falls && !atNextBatch.length) return 50
      batch = await aBatch(eva.pb, { total: 300 })
      begun++
      row = 2
      ledger.facts.push(exists(`batches WHERE id = '${batch.id}' AND number = '${batch.number}'`))
    }
    const id = batch.id
    if (row < 302) {
      await sendRows(eva.pb, batch, Array(150).fill(cartaLaboral()), row)
      ledger.facts.push(
        `(SELECT count(*) FROM batch_rows WHERE batch = '${id}' AND row >= ${row} AND row < ${row + 150}) = 150`,
      )
      row += 150
      return 0
    }
    await post(eva.pb, `/${id}/confirm`).catch((error) => {
      // It was done before the crash.
      if (!(error instanceof ClientResponseError && error.status === 409)) throw error
    })
    ledger.facts.push(exists(`batches WHERE id = '${id}' AND status IN ('processing', 'interrupted', 'completed')`))
    batch = undefined
    for (const goOn of atNextBatch.splice(0)) goOn()
    return 300
  }
  async function file() {
    const isLogo = next() < 0.5
    const shade = [...randomBytes(3)] as [number, number, number]
    const picture = isLogo
      ? aPng(40, 40, (x, y) => [shade[0], shade[1], (x * y + shade[2]) % 256])
      : aSignature(100 + integerBelow(200), 60)
    const bytes = Buffer.concat([picture, randomBytes(8)])
    const hash = createHash('sha256').update(bytes).digest('hex')
    const [table, column] = isLogo ? ['settings', 'logo'] : ['signatories', 'signature']
    const upload = {
      table: String(table),
      column: String(column),
      id: isLogo ? settings.id : createRecordId(),
      hash,
      answered: false,
    }
    ledger.files.push(upload)
    const sent = new File([bytes], `${column}.png`)
    if (isLogo) await boss.pb.collection('settings').update(settings.id, { logo: sent })
    else
      await boss.pb.collection('signatories').create({
        id: upload.id,
        name: 'Rosa Díaz',
        post: '',
        idDocument: '',
        active: true,
        from: '',
        to: '',
        formats: [],
        user: '',
        replacedBy: '',
        signature: sent,
      })
    upload.answered = true
    if (!isLogo) ledger.facts.push(exists(`signatories WHERE id = '${upload.id}' AND signature != ''`))
    return 50
  }

  let isOver = false
  const asked = new Set<string>()
  /** Repeats a step with the pauses it returns until the test ends. Repeats calls without response. */
  async function work(kind: string, step: () => Promise<number>) {
    while (!isOver) {
      asked.add(kind)
      const pause = await step().catch(noted(kind))
      asked.delete(kind)
      await wait(pause)
    }
  }
  const noted = (kind: string) => (error: unknown) => {
    if (error instanceof ClientResponseError && error.status === 0) return 20
    const description =
      error instanceof ClientResponseError ? `${error.status} ${JSON.stringify(error.response)}` : error
    ledger.faults.push(`${kind}: ${description}`)
    return 100
  }
  const working = Object.entries({
    registration,
    invitation,
    draft: drafting(ana),
    submission: drafting(luz),
    decision,
    finality,
    batch: sheet,
    file,
  }).map(([kind, step]) => work(kind, step))
  return {
    ledger,
    /** Resolves when the creation of a batch's requests begins. */
    batchBegun: () => new Promise<void>((resolve) => atNextBatch.push(resolve)),
    /** Call this at each crash. */
    noteCut() {
      falls++
      for (const kind of asked) ledger.cut[kind] = (ledger.cut[kind] ?? 0) + 1
    },
    async goHome() {
      isOver = true
      await Promise.all(working)
    },
  }
}
