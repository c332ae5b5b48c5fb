import type PocketBase from 'pocketbase'
import { ClientResponseError } from 'pocketbase'
import type { Field } from '../../src/domain/fields/field.ts'
import { requestActionNames } from '../../src/domain/requests/actions.ts'
import { decisionTypes, requestStatuses } from '../../src/domain/requests/request.ts'
import { aBatch, cartaLaboral, isDone, post, progressWhen, sendRows } from './batch.ts'
import { createRandom } from './chance.ts'
import { aUser, type Person } from './people.ts'
import { aPublishedFormat, formatStep, requests, take } from './requests.ts'

interface World {
  at: string
  superuser: PocketBase
  admin: Person
  seed: number
}

/** Runs random actions of users, an administrator and a superuser, one after the other. Returns the number of accepted actions by kind. */
export async function aHistory({ at, superuser, admin, seed }: World) {
  const next = createRandom(seed)
  const integerBelow = (below: number) => Math.floor(next() * below)
  const pick = <Item>(list: readonly Item[]) => list[integerBelow(list.length)] as Item
  const people = await Promise.all(['Íñigo Ñandú', 'Ana', 'Luz Güell'].map((name) => aUser({ at, name })))
  const field = (unique: boolean): Field => ({ key: 'codigo', label: 'Código', type: 'text', required: true, unique })
  const format = (unique: boolean, requiresReview: boolean) =>
    aPublishedFormat(admin, { fields: [field(unique)], body: '{{codigo}}', requiresReview })
  const formats = await Promise.all([format(true, true), format(false, false), format(false, true)])
  const codes = formats.map(({ code }) => code)
  const code = () => ({ codigo: pick(['A', 'B', 'Peña 01', 'x y', '1.020']) + integerBelow(40) })
  const sql = (query: string) => superuser.send('/api/sql', { method: 'POST', body: { query } })
  const all = () => superuser.collection('requests')

  /** Returns up to `count` random requests that match the filter. */
  async function some(count: number, filter = '') {
    const { totalItems } = await all().getList(1, 1, { filter, fields: 'id' })
    if (!totalItems) return []
    const page = 1 + integerBelow(Math.ceil(totalItems / count))
    return (await all().getList(page, count, { filter, sort: 'id', skipTotal: true })).items
  }
  const ownerOf = (id: string) => people.find((person) => person.id === id) ?? admin

  const kinds: Record<string, () => Promise<unknown>> = {
    async draft() {
      const person = pick([...people, admin])
      if (next() < 0.2) return requests(person).create({ format: await formatId('CL'), values: cartaLaboral() })
      const { id } = pick(formats)
      const draft = await requests(person).create({ format: id, values: code() })
      if (next() < 0.7) await take(person, 'submit', { ids: [draft.id] })
    },
    async change() {
      const [draft] = await some(1, 'status = "draft" || status = "returned"')
      if (draft) await requests(ownerOf(draft.owner)).update(draft.id, { values: code() })
    },
    async deletion() {
      const [draft] = await some(1, 'status = "draft"')
      if (draft) await requests(ownerOf(draft.owner)).delete(draft.id)
    },
    async step() {
      const action = pick(requestActionNames)
      const found = await some(1 + integerBelow(6))
      const person = action === 'submit' || next() < 0.2 ? ownerOf(found[0]?.owner) : admin
      if (found.length) await take(person, action, { ids: found.map(({ id }) => id), reason: 'x' })
    },
    async undo() {
      const found = await some(1 + integerBelow(6), 'status = "submitted"')
      const of = { ids: found.map(({ id }) => id), reason: 'x', undoable: true }
      const { undo } = found.length ? await take(admin, pick(decisionTypes), of) : {}
      if (undo) await admin.pb.send(`/api/app/decisions/${undo.id}/undo`, { method: 'POST' })
    },
    async filter() {
      const [status, { id }] = [pick(['submitted', 'rejected'] as const), pick(formats)]
      const filter = { status, format: id }
      const { totalItems } = await all().getList(1, 1, { filter: `status = "${status}" && format = "${id}"` })
      const action = status === 'rejected' ? 'reopen' : pick(['return', 'reject'])
      await take(admin, action, { filter, expected: totalItems, reason: 'x' })
    },
    async batch() {
      const person = pick(people)
      const values = Array.from({ length: 1 + integerBelow(40) }, code)
      const batch = await aBatch(person.pb, { code: pick(codes), total: values.length })
      await sendRows(person.pb, batch, values)
      await post(person.pb, `/${batch.id}/confirm`)
      await progressWhen(person.pb, batch, isDone)
    },
    async name() {
      const name = pick(['Íñigo Ñandú', 'Ana María', 'Zoë d’Arc', 'Luz'])
      await admin.pb.collection('users').update(pick(people).id, { name })
    },
    async version() {
      const changed = formats[2] as (typeof formats)[number]
      await admin.pb.collection('formats').update(changed.id, { fields: [field(next() < 0.5)] })
      await formatStep(admin, changed, 'publish')
    },
    async superuserMakes() {
      const [one] = await some(1)
      if (!one) return
      const { format, formatVersion } = one
      const batch =
        next() < 0.5 ? pick(await superuser.collection('batches').getFullList({ fields: 'id,number' }))?.id : ''
      await all().create({
        ...{ format, formatVersion, owner: pick(people).id, status: pick(requestStatuses), documentStatus: 'none' },
        ...{ values: code(), summary: 'Hecha a mano', submittedAt: moment(), decidedAt: next() < 0.5 ? moment() : '' },
        ...(batch && { batch, row: 1000 + integerBelow(1_000_000) }),
      })
    },
    async superuserChanges() {
      const [one] = await some(1)
      if (!one) return
      const { format, formatVersion } = pick(await some(5))
      const changes = [
        { owner: pick(people).id },
        { owner: pick(people).id, status: pick(requestStatuses) },
        { status: pick(requestStatuses), decidedAt: moment() },
        { format, formatVersion, summary: 'Otra cosa' },
        { submittedAt: '', decidedAt: '' },
        { values: code() },
      ]
      await all().update(one.id, pick(changes))
    },
    async superuserDeletes() {
      const [one] = await some(1)
      if (one) await all().delete(one.id)
    },
    async bySql() {
      const [one, other] = await some(2)
      if (!one || !other) return
      const where = `WHERE id IN ('${one.id}', '${other.id}')`
      const queries = [
        `UPDATE requests SET status = '${pick(requestStatuses)}' ${where}`,
        `UPDATE requests SET owner = '${pick(people).id}', created = '${moment()}' ${where}`,
        `UPDATE requests SET summary = 'Por SQL ${integerBelow(9)}', number = '' ${where}`,
        `UPDATE requests SET batch = '', submittedAt = '${moment()}' ${where}`,
        `UPDATE requests SET decidedAt = '', "values" = '{"codigo":"S${integerBelow(30)}"}' ${where}`,
        `DELETE FROM requests WHERE id = '${one.id}'`,
        `INSERT INTO requests (id, format, formatVersion, owner, status, "values", documentStatus, created, updated)
         SELECT substr(lower(hex(randomblob(8))), 2), format, formatVersion, owner, status, '{}', 'none', created, updated
         FROM requests ${where}`,
      ]
      await sql(pick(queries))
    },
  }
  const moment = () => `2026-1${integerBelow(2)}-${10 + integerBelow(18)} ${10 + integerBelow(10)}:00:00.000Z`
  const formatId = async (code: string) =>
    (await admin.pb.collection('formats').getFirstListItem(`code = "${code}"`)).id

  const weights = { draft: 6, change: 3, deletion: 1, step: 6, filter: 1, batch: 1, name: 1, version: 1 }
  const bag = Object.keys(kinds).flatMap(
    (kind) => Array(weights[kind as keyof typeof weights] ?? 2).fill(kind) as string[],
  )

  return async function live(steps: number): Promise<Record<string, number>> {
    const done = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]))
    for (let step = 0; step < steps; step++) {
      const kind = pick(bag)
      // Refused actions must change nothing; the comparison covers them too.
      const accepted = await kinds[kind]?.().then(
        () => true,
        (error) => {
          if (error instanceof ClientResponseError && error.status >= 400 && error.status < 500) return false
          throw error
        },
      )
      if (accepted) done[kind] = (done[kind] ?? 0) + 1
    }
    return done
  }
}
