import { createRowValues } from './rows.mjs'

/** Signed-in user. @typedef {{ email: string, token: string }} Person */
/** @typedef {{ ask: import('./answers.mjs').CallFunction, people: Person[], admins: Person[], format: string, password: string }} World */

const words = ['güell', 'peña', 'nómina', 'conductor', 'maría', 'SOL-2026-0001']
const records = '/api/collections/requests/records'
const list = '/api/app/requests?perPage=30'

/** @template T @param {readonly T[]} all @returns {T} */
const pickRandom = (all) => /** @type {T} */ (all[Math.floor(Math.random() * all.length)])
const createRandomValues = () => createRowValues(Math.floor(Math.random() * 1_000_000))

/**
 * Returns the calls of a large organisation with their rate per second, for an hour in ten minutes. Each draft is created, saved repeatedly,
 * submitted and decided, and its document is downloaded.
 * @param {World} world @returns {[number, () => Promise<unknown>][]}
 */
export function createWorkload({ ask, people, admins, format, password }) {
  /** @type {{ id: string, owner: Person }[]} */
  const drafts = []
  /** @type {{ id: string, owner: Person }[]} */
  const sent = []
  /** @type {{ id: string, owner: Person }[]} */
  const approved = []
  const own = (/** @type {string} */ query) => `${list}&${query}`
  const search = () => `search=${encodeURIComponent(pickRandom(words))}`
  /** @param {string} kind @param {string} path */
  const byAnyone = (kind, path) => () => ask(kind, pickRandom(people).token, path)
  /** @param {string} kind @param {() => string} path */
  const byAdmin = (kind, path) => () => ask(kind, pickRandom(admins).token, path())

  /** @param {string} action @param {string} kind @param {{ id: string, owner: Person }[]} [next] */
  const decide = (action, kind, next) => async () => {
    const one = sent.shift()
    if (!one) return
    const body = { ids: [one.id], reason: 'Prueba de carga.' }
    const done = await ask(kind, pickRandom(admins).token, `/api/app/requests/${action}`, { method: 'POST', body })
    if (done) next?.push(one)
  }

  return [
    [
      1,
      () =>
        ask('entrar', '', '/api/collections/users/auth-with-password', {
          method: 'POST',
          body: { identity: pickRandom(people).email, password },
        }),
    ],
    [4, byAnyone('lista propia', list)],
    [2, () => ask('lista propia, con búsqueda', pickRandom(people).token, own(search()))],
    [1.5, byAdmin('cola de un administrador', () => own('status=submitted&sort=submittedAt'))],
    [0.5, byAdmin('búsqueda de un administrador', () => own(search()))],
    [1.5, byAnyone('inicio', '/api/app/dashboard')],
    [0.5, byAdmin('inicio de un administrador', () => '/api/app/dashboard')],
    [
      1.5,
      async () => {
        const owner = pickRandom(people)
        const body = { format, values: createRandomValues() }
        const draft = await ask('crear un borrador', owner.token, records, { method: 'POST', body })
        if (draft) drafts.push({ id: draft.id, owner })
      },
    ],
    [
      4,
      async () => {
        const one = pickRandom(drafts.slice(-15))
        if (!one) return
        const change = { method: 'PATCH', body: { values: createRandomValues() } }
        await ask('guardar un borrador', one.owner.token, `${records}/${one.id}`, change)
      },
    ],
    [
      1.3,
      async () => {
        // The latest drafts are still being edited.
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
        const one = pickRandom(approved)
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
        const body = { format, values: createRandomValues() }
        return ask('vista previa', pickRandom(people).token, '/api/app/requests/preview', { method: 'POST', body })
      },
    ],
  ]
}
