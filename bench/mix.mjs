import { valuesOf } from './rows.mjs'

/** Somebody who is signed in. @typedef {{ email: string, token: string }} Person */
/** @typedef {{ ask: import('./answers.mjs').AskFor, people: Person[], admins: Person[], format: string, password: string }} World */

const words = ['güell', 'peña', 'nómina', 'conductor', 'maría', 'SOL-2026-0001']
const records = '/api/collections/requests/records'
const list = '/api/app/requests?perPage=30'

/** @template T @param {readonly T[]} all @returns {T} */
const any = (all) => /** @type {T} */ (all[Math.floor(Math.random() * all.length)])
const anyValues = () => valuesOf(Math.floor(Math.random() * 1_000_000))

/**
 * What people do, and how often a second: an hour of a large organisation, in a sixth of the time. Each draft goes its way: it is kept, saved while it is
 * written, sent, decided, and its document is fetched.
 * @param {World} world @returns {[number, () => Promise<unknown>][]}
 */
export function mixOf({ ask, people, admins, format, password }) {
  /** @type {{ id: string, owner: Person }[]} */
  const drafts = []
  /** @type {{ id: string, owner: Person }[]} */
  const sent = []
  /** @type {{ id: string, owner: Person }[]} */
  const approved = []
  const own = (/** @type {string} */ query) => `${list}&${query}`
  const search = () => `search=${encodeURIComponent(any(words))}`
  /** @param {string} kind @param {string} path */
  const byAnyone = (kind, path) => () => ask(kind, any(people).token, path)
  /** @param {string} kind @param {() => string} path */
  const byAdmin = (kind, path) => () => ask(kind, any(admins).token, path())

  /** @param {string} action @param {string} kind @param {{ id: string, owner: Person }[]} [next] */
  const decide = (action, kind, next) => async () => {
    const one = sent.shift()
    if (!one) return
    const body = { ids: [one.id], reason: 'Prueba de carga.' }
    const done = await ask(kind, any(admins).token, `/api/app/requests/${action}`, { method: 'POST', body })
    if (done) next?.push(one)
  }

  return [
    [
      1,
      () =>
        ask('entrar', '', '/api/collections/users/auth-with-password', {
          method: 'POST',
          body: { identity: any(people).email, password },
        }),
    ],
    [4, byAnyone('lista propia', list)],
    [2, () => ask('lista propia, con búsqueda', any(people).token, own(search()))],
    [1.5, byAdmin('cola de un administrador', () => own('status=submitted&sort=submittedAt'))],
    [0.5, byAdmin('búsqueda de un administrador', () => own(search()))],
    [1.5, byAnyone('inicio', '/api/app/dashboard')],
    [0.5, byAdmin('inicio de un administrador', () => '/api/app/dashboard')],
    [
      1.5,
      async () => {
        const owner = any(people)
        const body = { format, values: anyValues() }
        const draft = await ask('crear un borrador', owner.token, records, { method: 'POST', body })
        if (draft) drafts.push({ id: draft.id, owner })
      },
    ],
    [
      4,
      async () => {
        const one = any(drafts.slice(-15))
        if (!one) return
        const change = { method: 'PATCH', body: { values: anyValues() } }
        await ask('guardar un borrador', one.owner.token, `${records}/${one.id}`, change)
      },
    ],
    [
      1.3,
      async () => {
        // The last ones are still being written.
        const one = drafts.length > 20 ? drafts.shift() : undefined
        if (!one) return
        const body = { ids: [one.id] }
        if (await ask('enviar', one.owner.token, '/api/app/requests/submit', { method: 'POST', body })) sent.push(one)
      },
    ],
    [0.9, decide('approve', 'aprobar', approved)],
    [0.3, decide('reject', 'rechazar')],
    [
      1.5,
      async () => {
        const one = any(approved)
        if (!one) return
        const { token } = one.owner
        const request = await ask('una solicitud', token, `${records}/${one.id}`)
        await ask('su historia', token, `/api/app/requests/${one.id}/history`)
        if (!request?.document) return
        const leave = await ask('permiso para un archivo', token, '/api/files/token', { method: 'POST' })
        const file = `/api/files/requests/${one.id}/${request.document}?token=${leave?.token}`
        await ask('descargar un documento', token, file)
      },
    ],
    [
      0.5,
      () => {
        const body = { format, values: anyValues() }
        return ask('vista previa', any(people).token, '/api/app/requests/preview', { method: 'POST', body })
      },
    ],
  ]
}
