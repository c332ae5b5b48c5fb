import type { RequestAction } from '../src/domain/request.ts'
import { escaped, type Letter, link, page } from './letters.ts'
import { post } from './post.ts'
import type { Step } from './request-plan.ts'
import { rows } from './sql.ts'

interface Decided {
  id: string
  owner: string
}

/** What an owner is told of by mail, for one request and for several. */
const news: Partial<Record<RequestAction, [string, string]>> = {
  approve: ['fue aprobada', 'fueron aprobadas'],
  return: ['necesita correcciones', 'necesitan correcciones'],
  reject: ['fue rechazada', 'fueron rechazadas'],
}

/** Queues one letter to each owner of what somebody else decided. */
export function postDecisions(tx: CoreApp, { action, asker, reason }: Step, decided: Decided[]) {
  const told = news[action]
  if (!told) return
  const byOwner = idsByOwner(decided.filter(({ owner }) => owner !== asker.id))
  for (const owner of tx.findRecordsByIds('users', [...byOwner.keys()])) {
    if (!owner?.getBool('isActive')) continue
    const ids = byOwner.get(owner.id) ?? []
    const [first] = ids.length === 1 ? namesOf(tx, ids) : []
    post(
      tx,
      first ? oneDecided(tx, owner, first, told[0], reason) : manyDecided(tx, owner, ids.length, told[1], reason),
    )
  }
}

function idsByOwner(decided: Decided[]): Map<string, string[]> {
  const grouped = new Map<string, string[]>()
  for (const { id, owner } of decided) {
    const ids = grouped.get(owner)
    if (ids) ids.push(id)
    else grouped.set(owner, [id])
  }
  return grouped
}

function namesOf(tx: CoreApp, ids: string[]) {
  return rows(
    tx,
    `SELECT requests.id, requests.number, formats.name FROM requests JOIN formats ON formats.id = requests.format
     WHERE requests.id IN (SELECT value FROM json_each({:ids}))`,
    { ids: JSON.stringify(ids) },
    { id: '', number: '', name: '' },
  )
}

type Named = ReturnType<typeof namesOf>[number]

function oneDecided(
  tx: CoreApp,
  owner: core.Record,
  { id, number, name }: Named,
  said: string,
  reason: string,
): Letter {
  const { appURL } = tx.settings().meta
  return {
    to: owner.email(),
    subject: `Su solicitud ${number} ${said}`,
    html: page(
      owner,
      `<p>Su solicitud <strong>${escaped(number)}</strong> (${escaped(name)}) ${said}.</p>${because(reason)}
       ${link(`${appURL}/app/request/${id}`, 'Ver solicitud')}`,
    ),
  }
}

function manyDecided(tx: CoreApp, owner: core.Record, count: number, said: string, reason: string): Letter {
  const { appURL } = tx.settings().meta
  return {
    to: owner.email(),
    subject: `${count} solicitudes suyas ${said}`,
    html: page(
      owner,
      `<p><strong>${count}</strong> solicitudes suyas ${said}.</p>${because(reason)}
       ${link(`${appURL}/app/request/`, 'Ver solicitudes')}`,
    ),
  }
}

function because(reason: string): string {
  return reason ? `<p>Motivo: ${escaped(reason).replace(/\n/g, '<br>')}</p>` : ''
}
