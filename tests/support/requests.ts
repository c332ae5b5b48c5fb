import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type PocketBase from 'pocketbase'
import type { Values } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { RequestAction } from '../../src/domain/requests/actions.ts'
import type { DecisionInput } from '../../src/domain/requests/decision-input.ts'
import type { DecisionResult, Request, RequestDocument, RequestPage } from '../../src/domain/requests/request-output.ts'
import { cartaLaboral, formatOf } from './batch.ts'
import type { Person } from './people.ts'
import { temporaryFolder } from './temporary-folder.ts'

export interface Outcome extends DecisionResult {
  skipped: { id: string; code: string; errors?: Record<string, string> }[]
}

export const take = (person: { pb: PocketBase }, action: RequestAction | string, decision: DecisionInput | object) =>
  person.pb.send<Outcome>(`/api/app/requests/${action}`, { method: 'POST', body: decision })

export const requests = (person: { pb: PocketBase }) => person.pb.collection<Request>('requests')

export const pageOf = (person: { pb: PocketBase }, query: Record<string, string | number | undefined> = {}) =>
  person.pb.send<RequestPage>('/api/app/requests', { method: 'GET', query })

export async function aDraft(owner: Person, values: Values = cartaLaboral(), code = 'CL'): Promise<Request> {
  return requests(owner).create({ format: await formatOf(owner.pb, code), values })
}

/** Creates a request and brings it to a status through actions. */
export async function aRequest(owner: Person, admin: Person, status: Request['status']): Promise<Request> {
  const { id } = await aDraft(owner)
  const ids = [id]
  if (status !== 'draft' && status !== 'cancelled') await take(owner, 'submit', { ids })
  if (status === 'cancelled') await take(owner, 'cancel', { ids })
  if (status === 'returned') await take(admin, 'return', { ids, reason: 'Falta el cargo.' })
  if (status === 'rejected') await take(admin, 'reject', { ids, reason: 'No corresponde.' })
  if (status === 'approved') await take(admin, 'approve', { ids })
  return requests(owner).getOne(id)
}

/** Waits until the document of a request is made or has failed; fails by the test's own timeout. */
export async function settled(person: { pb: PocketBase }, id: string): Promise<Request> {
  for (;;) {
    const request = await requests(person).getOne(id)
    if (request.documentStatus !== 'pending') return request
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** Waits like `settled` for many requests. Polls one at a time, because many polls would delay the documents. */
export async function settledAll(person: { pb: PocketBase }, ids: string[]): Promise<Request[]> {
  const found: Request[] = []
  for (const id of ids) found.push(await settled(person, id))
  return found
}

let codes = Math.floor(Math.random() * 26 ** 4)

/** Returns the next of 456,976 different codes. */
export function nextCode(): string {
  codes = (codes + 123_457) % 26 ** 4
  return [26 ** 3, 26 ** 2, 26, 1].map((place) => String.fromCharCode(65 + (Math.floor(codes / place) % 26))).join('')
}

/** Creates a draft format with a unique code. */
export function aFormat(admin: Person, change: Partial<Format> = {}): Promise<Format> {
  return admin.pb.collection<Format>('formats').create({
    code: nextCode(),
    name: 'Constancia de prueba',
    description: '',
    category: 'Pruebas',
    requiresReview: true,
    fields: [{ key: 'nombre', label: 'Nombre', type: 'text', required: true, max: 60 }],
    body: '# Constancia\n\nConsta que **{{nombre}}** existe.',
    ...change,
  })
}

export const formatStep = (person: { pb: PocketBase }, format: { id: string }, step: string, body: object = {}) =>
  person.pb.send<Format>(`/api/app/formats/${format.id}/${step}`, { method: 'POST', body })

export async function aPublishedFormat(admin: Person, change: Partial<Format> = {}): Promise<Format> {
  return formatStep(admin, await aFormat(admin, change), 'publish')
}

export async function download(
  person: { pb: PocketBase },
  request: { id: string; collectionId: string; document?: string },
  file = request.document ?? '',
) {
  const token = await person.pb.files.getToken()
  return fetch(person.pb.files.getURL(request, file, { token }))
}

/** Returns replaced documents, oldest first. */
export const earlierOf = (person: { pb: PocketBase }, id: string) =>
  person.pb
    .collection<RequestDocument>('request_documents')
    .getFullList({ filter: `request = "${id}"`, sort: '@rowid' })

/** Returns the text of a PDF; fails if the file has faults. */
export function read(pdf: ArrayBuffer): string {
  const file = join(temporaryFolder(), 'document.pdf')
  writeFileSync(file, Buffer.from(pdf))
  execFileSync('qpdf', ['--check', file])
  return execFileSync('pdftotext', ['-layout', file, '-'], { encoding: 'utf8' })
}
