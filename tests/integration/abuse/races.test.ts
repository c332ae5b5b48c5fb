import { randomBytes } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import type { Batch } from '../../../src/domain/batches/batch-output.ts'
import type { Format } from '../../../src/domain/formats/format.ts'
import { Scene } from '../../support/abuse.ts'
import { aBatch, confirmAndWait, isDone, post, progressOf, progressWhen, sendRows } from '../../support/batch.ts'
import { mailTo } from '../../support/mailbox.ts'
import { anAdmin, anonymous, aUser, type Person, theFirstAdmin } from '../../support/people.ts'
import {
  aPublishedFormat,
  download,
  type Outcome,
  pageOf,
  read,
  requests,
  settled,
  take,
} from '../../support/requests.ts'

/** Rounds of each race: `RACES=100 npm test -- tests/integration/abuse/races.test.ts` runs all that the promises name. */
const rounds = Number(process.env.RACES ?? 10)

const fields: Format['fields'] = [
  { key: 'nombre', label: 'Nombre', type: 'text', required: true },
  { key: 'nota', label: 'Nota', type: 'text' },
]
const scene = await Scene.open()
const [ana, luis, admin, other] = await Promise.all([
  aUser(scene.place),
  aUser(scene.place),
  theFirstAdmin(scene.place),
  anAdmin(scene.place),
])
const [reviewed, unreviewed] = await Promise.all([
  aPublishedFormat(admin, { fields }),
  aPublishedFormat(admin, { fields, requiresReview: false }),
])
afterAll(() => scene?.close())

// Many rounds may be slow.
vi.setConfig({ testTimeout: 120_000 + rounds * 2_000 })

/** Runs several rounds in parallel; each has its own records. */
async function inLanes(count: number, round: (number: number) => Promise<void>) {
  let next = 0
  const lane = async () => {
    while (next < count) await round(next++)
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

/** Submits `count` requests of Ana and returns their ids. */
async function sent({ code }: Format, count = rounds): Promise<string[]> {
  const batch = await aBatch(ana.pb, { code, total: count })
  const rows = Array.from({ length: count }, (_, index) => ({ nombre: `Persona ${index}` }))
  for (let from = 0; from < count; from += 1000) await sendRows(ana.pb, batch, rows.slice(from, from + 1000), from + 2)
  await confirmAndWait(ana.pb, batch)
  const made = await scene.sql(`SELECT id FROM requests WHERE batch = '${batch.id}' ORDER BY row`)
  expect(made).toHaveLength(count)
  return made.map(([id]) => String(id))
}

const draft = ({ id }: Format, values = { nombre: 'Ana Peña' }) => requests(ana).create({ format: id, values })
const turnedAway = (id: string) => ({ changed: [], skipped: [{ id, code: 'request.transition' }] })
const isWinner = ({ changed }: Outcome) => changed.length === 1

/** Returns stored columns of each request, and the number of its events per action. */
async function storedOf(ids: string[], columns: string[], ...actions: string[]): Promise<Map<string, unknown[]>> {
  const eventCounts = actions.map(
    (action) => `(SELECT count(*) FROM events WHERE subjectId = requests.id AND action = '${action}')`,
  )
  const rows: unknown[][] = []
  // The length of a query is limited.
  for (let from = 0; from < ids.length; from += 100)
    rows.push(
      ...(await scene.sql(`SELECT id, ${[...columns, ...eventCounts]} FROM requests
        WHERE id IN (SELECT value FROM json_each('${JSON.stringify(ids.slice(from, from + 100))}'))`)),
    )
  expect(rows).toHaveLength(ids.length)
  return new Map(rows.map(([id, ...stored]) => [String(id), stored]))
}

it('applies either a simultaneous approval or rejection, and skips the other action', async () => {
  const ids = await sent(reviewed)
  const winners: Record<string, number> = {}
  await inLanes(rounds, async (round) => {
    const id = ids[round] ?? ''
    const outcomes = await Promise.all([
      take(admin, 'approve', { ids: [id] }),
      take(other, 'reject', { ids: [id], reason: 'No corresponde.' }),
    ])
    const won = outcomes.findIndex(isWinner)
    expect(outcomes[1 - won]).toEqual(turnedAway(id))
    winners[id] = won
  })
  const columns = ['status', 'reviewer', 'reason', "documentNumber != ''"]
  for (const [id, stored] of await storedOf(ids, columns, 'approve', 'reject'))
    expect(stored).toEqual(
      winners[id] === 0
        ? ['approved', admin.id, '', '1', '1', '0']
        : ['rejected', other.id, 'No corresponde.', '0', '0', '1'],
    )
})

it('applies a simultaneous change, submission and approval each whole or not at all', async () => {
  const expected: Record<string, unknown[]> = {}
  await inLanes(rounds, async () => {
    const { id } = await draft(reviewed)
    const [edit, submission, approval] = await Promise.all([
      requests(ana)
        .update(id, { values: { nota: 'Sin nombre' } })
        .then(
          () => 'done',
          (error) => error.status as number,
        ),
      take(ana, 'submit', { ids: [id] }),
      take(admin, 'approve', { ids: [id] }),
    ])
    const approved = approval.changed.length
    if (!approved) expect(approval).toEqual(turnedAway(id))
    if (edit === 'done') {
      expect(submission.skipped).toEqual([{ id, code: 'request.values', errors: { nombre: 'required' } }])
      expected[id] = ['draft', '{"nota":"Sin nombre"}', '0', '0']
    } else {
      expect([400, 404]).toContain(edit)
      expect(submission).toEqual({ changed: [id], skipped: [] })
      expected[id] = [approved ? 'approved' : 'submitted', '{"nombre":"Ana Peña"}', '1', String(approved)]
    }
  })
  const stored = await storedOf(Object.keys(expected), ['status', '"values"'], 'submit', 'approve')
  expect(Object.fromEntries(stored)).toEqual(expected)
})

it('applies one of several simultaneous annulments and at most one issue, and stamps the document', async () => {
  const ids = await sent(unreviewed)
  const expected: Record<string, unknown[]> = {}
  await inLanes(rounds, async (round) => {
    const id = ids[round] ?? ''
    const outcomes = await Promise.all([
      take(admin, 'issue', { ids: [id] }),
      take(other, 'issue', { ids: [id] }),
      take(admin, 'annul', { ids: [id], reason: 'Uno.' }),
      take(other, 'annul', { ids: [id], reason: 'Dos.' }),
    ])
    const [finals, annulled] = [outcomes.slice(0, 2).filter(isWinner), outcomes.slice(2).filter(isWinner)]
    expect(annulled).toHaveLength(1)
    // Annulled documents cannot be issued; issued ones can be annulled.
    expect(finals.length).toBeLessThanOrEqual(1)
    for (const lost of outcomes.filter((each) => !isWinner(each))) expect(lost).toEqual(turnedAway(id))
    const reason = outcomes[2] && isWinner(outcomes[2]) ? 'Uno.' : 'Dos.'
    expected[id] = [
      finals.length ? 'final' : 'preliminary',
      '1',
      'ready',
      'annulled',
      reason,
      '1',
      String(finals.length),
    ]
  })
  for (const id of ids) await settled(admin, id)
  const columns = ['finality', "annulledAt != ''", 'documentStatus', 'documentKind', 'reason']
  expect(Object.fromEntries(await storedOf(ids, columns, 'annul', 'issue'))).toEqual(expected)
  for (const id of ids.slice(0, 5))
    expect(read(await (await download(ana, await requests(ana).getOne(id))).arrayBuffer())).toContain('ANULADO')
})

it('makes one request of a draft that is submitted four times at once', async () => {
  const ids: string[] = []
  await inLanes(rounds, async () => {
    const { id } = await draft(reviewed)
    ids.push(id)
    const outcomes = await Promise.all(Array.from({ length: 4 }, () => take(ana, 'submit', { ids: [id] })))
    expect(outcomes.filter(isWinner)).toEqual([{ changed: [id], skipped: [] }])
    expect(outcomes.filter((each) => !isWinner(each))).toEqual(Array(3).fill(turnedAway(id)))
  })
  for (const stored of (await storedOf(ids, ['status', 'revision', "number LIKE 'SOL-%'"], 'submit')).values())
    expect(stored).toEqual(['submitted', '0', '1', '1'])
})

it('confirms an address once when its code is sent twenty times at once', async () => {
  const eva = await aUser({ ...scene.place, name: 'Eva Repetida' })
  const { otpId } = await anonymous(scene.place).collection('users').requestOTP(eva.email)
  await mailTo(eva.email)
  await scene.likenesses(eva.id, rounds)
  // One code for all, with bcrypt's lowest cost, so that comparing does not delay the attempts.
  const hash = '$2b$04$abcdefghijklmnopqrstuuFwMibPVIyV1/Vdxb3PVZCmM4bYxIada'
  const people = `FROM users WHERE name = 'Eva Repetida' AND id != '${eva.id}'`
  await scene.sql(`INSERT INTO _otps (id, collectionRef, recordRef, password, sentTo, created, updated)
    SELECT who.id, collectionRef, who.id, '${hash}', email, created, updated FROM _otps, (SELECT id, email ${people}) AS who
    WHERE _otps.id = '${otpId}'`)
  await scene.sql(`INSERT INTO one_time_codes (id, account, user, address, at, attempts)
    SELECT who.id, email, who.id, address, at, 0 FROM one_time_codes, (SELECT id, email ${people}) AS who WHERE one_time_codes.id = '${otpId}'`)
  const codes = (await scene.sql(`SELECT id ${people}`)).flat()
  expect(codes).toHaveLength(rounds)
  await inLanes(rounds, async (round) => {
    const body = { otpId: codes[round], code: '123456' }
    const verify = () => anonymous(scene.place).send('/api/app/verify', { method: 'POST', body })
    const all = await Promise.all(Array.from({ length: 20 }, () => codeOf(verify())))
    expect(all.filter((each) => each === undefined)).toHaveLength(1)
    expect(all.filter((each) => each && !['code.invalid', 'code.attempts'].includes(each))).toEqual([])
  })
  expect(await scene.sql(`SELECT sum(verified) ${people}`)).toEqual([[String(rounds)]])
  expect(await scene.count('events', `action = 'verify' AND subjectId IN (SELECT id ${people})`)).toBe(rounds)
  expect(await scene.count('_otps', `recordRef IN (SELECT id ${people})`)).toBe(0)
})

/** Returns the error code of a refused call; undefined if accepted. */
function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  return call.then(
    () => undefined,
    (error) => error.response?.data?.code?.code ?? String(error),
  )
}

it('makes one request per row of two identical batches, and reports duplicates in the other', async () => {
  const unique = await aPublishedFormat(admin, {
    fields: [{ key: 'codigo', label: 'Código', type: 'text', required: true, unique: true }],
    body: '{{codigo}}',
  })
  await inLanes(rounds, async (round) => {
    const values = Array.from({ length: 10 }, (_, index) => ({ codigo: `${round}-${index}` }))
    const file = { format: unique.id, fileName: 'a.csv', fileHash: randomBytes(32).toString('hex'), total: 10 }
    // The same file is sent twice at once: one call is refused.
    const begun = await Promise.all(
      [ana, luis].map((person) => post<Batch>(person.pb, '', file).catch((error) => error.response.data.code.code)),
    )
    expect(begun.filter((each) => typeof each === 'string')).toEqual(['batch.duplicate'])
    const both = [ana, luis].map(async ({ pb }, index) => {
      const batch =
        typeof begun[index] === 'object' ? begun[index] : await post<Batch>(pb, '', { ...file, again: true })
      await sendRows(pb, batch, values)
      return { pb, batch: batch as Batch }
    })
    const counts = await Promise.all(
      (await Promise.all(both)).map(async ({ pb, batch }) => {
        // A late call gets the final result.
        const code = await codeOf(post(pb, `/${batch.id}/confirm`))
        expect([undefined, 'batch.empty']).toContain(code)
        const { createdCount, errorCount } = await progressWhen(pb, batch, (each) => code !== undefined || isDone(each))
        expect(createdCount + errorCount).toBe(10)
        return createdCount
      }),
    )
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(10)
  })
  const made = `FROM requests WHERE format = '${unique.id}'`
  const values = `"values" ->> 'codigo'`
  expect(await scene.sql(`SELECT count(*), count(DISTINCT ${values}) ${made}`)).toEqual([
    [String(rounds * 10), String(rounds * 10)],
  ])
  const repeated = `batch IN (SELECT id FROM batches WHERE format = '${unique.id}') AND status = 'error'`
  expect(await scene.count('batch_rows', `${repeated} AND errors = '{"codigo":"duplicate"}'`)).toBe(rounds * 10)
})

it('keeps decisions that are taken while their batch is being processed', async () => {
  const total = 1_000
  const rows = Array.from({ length: total }, (_, index) => ({ nombre: `Persona ${index}` }))
  const batches: string[] = []
  const decided: string[] = []
  let meanwhile = 0
  while (meanwhile < rounds) {
    const batch = await aBatch(ana.pb, { code: reviewed.code, total })
    batches.push(batch.id)
    await sendRows(ana.pb, batch, rows)
    const filter = { batch: batch.id, status: 'submitted' }
    const decide = async (person: Person) => {
      for (let round = 0; !isDone(await progressOf(person.pb, batch)); round++) {
        const { items, totalItems } = await pageOf(person, { ...filter, perPage: 8 })
        if (!totalItems) continue
        const chosen = round % 8 ? { ids: items.map(({ id }) => id) } : { filter, expected: totalItems }
        const code = await codeOf(
          take(person, 'reject', { ...chosen, reason: 'Se repite.' }).then(({ changed, skipped }) => {
            decided.push(...changed)
            meanwhile++
            expect(skipped.filter(({ code }) => code !== 'request.transition')).toEqual([])
          }),
        )
        // Another call was first, or requests were added after the count.
        expect([undefined, 'request.expected']).toContain(code)
      }
    }
    await Promise.all([post(ana.pb, `/${batch.id}/confirm`), ...[admin, other, admin, other].map(decide)])
    expect(await progressOf(ana.pb, batch)).toMatchObject({ status: 'completed', createdCount: total })
  }
  const made = `requests WHERE batch IN ('${batches.join("','")}')`
  const all = String(decided.length)
  expect(new Set(decided).size).toBe(decided.length)
  expect(await scene.sql(`SELECT count(*), sum(status = 'rejected'), sum(status = 'submitted') FROM ${made}`)).toEqual([
    [String(batches.length * total), all, String(batches.length * total - decided.length)],
  ])
  const rejections = `FROM events WHERE action = 'reject' AND subjectId IN (SELECT id FROM ${made})`
  expect(await scene.sql(`SELECT count(*), count(DISTINCT subjectId) ${rejections}`)).toEqual([[all, all]])
})

it('keeps one of two administrators who deactivate each other at once', async () => {
  const people = [admin, other] as const
  const users = (person: Person) => person.pb.collection('users')
  const ways = [
    (who: Person, whom: Person) => users(who).update(whom.id, { isActive: false }),
    (who: Person, whom: Person) => users(who).update(whom.id, { role: '_user' }),
    (who: Person, whom: Person) =>
      who.pb.send('/api/app/users/deactivate', { method: 'POST', body: { ids: [whom.id] } }),
  ]
  for (let round = 0; round < rounds; round++) {
    const way = ways[round % ways.length]
    const outcomes = await Promise.allSettled([way?.(admin, other), way?.(other, admin)])
    const won = outcomes.findIndex(({ status }) => status === 'fulfilled')
    const [winner, loser] = [people[won], people[1 - won]] as [Person, Person]
    const lost = outcomes[1 - won] as PromiseRejectedResult
    expect(lost.status).toBe('rejected')
    expect([400, 401, 403, 404]).toContain(lost.reason.status)
    expect(await scene.sql("SELECT id FROM users WHERE role = '_admin' AND isActive")).toEqual([[winner.id]])
    await users(winner).update(loser.id, { isActive: true, role: '_admin' })
    const path = `/api/collections/users/impersonate/${loser.id}`
    const { token, record } = await scene.superuser.send(path, { method: 'POST', body: {} })
    loser.pb.authStore.save(token, record)
  }
})

it('leaves no gap or duplicate in numbers, and derived data equal to a recount', async () => {
  for (const [column, series] of [
    ['number', 'SOL-2026'],
    ['documentNumber', `${reviewed.code}-2026`],
    ['documentNumber', `${unreviewed.code}-2026`],
  ] as const) {
    const [[count, different] = []] = await scene.sql(
      `SELECT count(*), count(DISTINCT ${column}) FROM requests WHERE ${column} LIKE '${series}%'`,
    )
    expect(Number(count), series).toBeGreaterThan(0)
    expect(different, series).toBe(count)
    expect(await scene.sql(`SELECT value FROM counters WHERE name = '${series}'`), series).toEqual([[count]])
  }
  const { output } = await scene.server.container.exec(['/pocketbase', 'verify', '--dir=/pb_data'])
  expect(output).toContain('Los datos derivados de las solicitudes coinciden con el recuento.')
})
