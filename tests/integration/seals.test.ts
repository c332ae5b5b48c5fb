import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { Request } from '../../src/domain/requests/request-output.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { type Authority, createAuthority } from '../support/certificates.ts'
import { type Server, startServer } from '../support/container.ts'
import { thisMachine } from '../support/environment.ts'
import { aUser, type Person, theFirstAdmin } from '../support/people.ts'
import { aPublishedFormat, aRequest, download, earlierOf, read, settled, take } from '../support/requests.ts'

const folder = mkdtempSync(join(tmpdir(), 'seals-'))
let authority: Authority
let service: Awaited<ReturnType<Authority['startTimestampService']>>
let server: Server
let ana: Person
let admin: Person
let key: string
let fingerprint: string
const logged: string[] = []

beforeAll(async () => {
  authority = createAuthority()
  service = await authority.startTimestampService()
  const issued = authority.issue('Cooperativa Ñandú', 'P-256')
  key = readFileSync(issued.key, 'utf8')
  const der = authority.openssl('x509', '-in', issued.certificate, '-outform', 'DER')
  fingerprint = createHash('sha256').update(der).digest('hex')
  const environment = {
    SEAL_CERT: readFileSync(issued.certificate, 'utf8'),
    SEAL_KEY: key,
    TSA_URL: `http://${thisMachine}:${service.port}`,
    UNDO_SECONDS: '0',
  }
  server = await startServer(inject('image'), environment, (line) => logged.push(line))
  admin = await theFirstAdmin({ at: server.url })
  ana = await aUser({ at: server.url })
}, 120_000)
afterAll(async () => {
  await server?.stop()
  service.stop()
  authority.remove()
  rmSync(folder, { recursive: true })
})

function pdfsig(pdf: ArrayBuffer): string {
  writeFileSync(join(folder, 'document.pdf'), Buffer.from(pdf))
  return spawnSync('pdfsig', ['-nocert', join(folder, 'document.pdf')], { encoding: 'utf8' }).stdout
}

/** Returns a file of a request; fails if its hash is another. */
async function fileOf(request: { id: string; collectionId: string }, name: string, hash: string) {
  const file = await (await download(ana, request, name)).arrayBuffer()
  expect(createHash('sha256').update(Buffer.from(file)).digest('hex')).toBe(hash)
  return file
}

async function issued(): Promise<Request> {
  const { id } = await aRequest(ana, admin, 'approved')
  await settled(ana, id)
  await take(admin, 'issue', { ids: [id] })
  return settled(ana, id)
}

describe('seal', () => {
  it('is on final and annulled documents, never on preliminary ones', async () => {
    const { id } = await aRequest(ana, admin, 'approved')
    const preliminary = await settled(ana, id)
    expect(preliminary).toMatchObject({ documentStatus: 'ready', documentSeal: null })
    expect(pdfsig(await fileOf(preliminary, preliminary.document, preliminary.documentHash))).not.toContain(
      'Signature #1',
    )

    const seal = {
      holder: 'Cooperativa Ñandú',
      fingerprint,
      stampedAt: expect.stringMatching(/^\d{4}-/),
      lacksTimestamp: false,
    }
    const hashes: string[] = []
    for (const [action, kind] of [
      ['issue', 'final'],
      ['regenerate', 'final'],
      ['annul', 'annulled'],
    ]) {
      await take(admin, String(action), { ids: [id], reason: 'Error en el cargo.' })
      const request = await settled(ana, id)
      expect(request, action).toMatchObject({ documentStatus: 'ready', documentKind: kind, documentSeal: seal })
      const file = await fileOf(request, request.document, request.documentHash)
      expect(read(file)).toContain(request.documentNumber)
      expect(pdfsig(file)).toMatch(/Total document signed\n.*Signature is Valid/)
      hashes.push(request.documentHash)
    }
    const earlier = await earlierOf(ana, id)
    expect(earlier.map(({ hash }) => hash)).toEqual([preliminary.documentHash, hashes[0], hashes[1]])
    for (const { file, hash, ...one } of earlier.slice(1))
      expect(pdfsig(await fileOf(one, file, hash))).toContain('Signature is Valid')
    const check = await (await fetch(`${server.url}/api/app/documents/${preliminary.checkCode}`)).json()
    expect(check.files.map(({ hash }: { hash: string }) => hash)).toEqual([
      hashes[2],
      hashes[1],
      hashes[0],
      preliminary.documentHash,
    ])
  })

  it('is on each document of a batch, in the ZIP and not in the joined file', async () => {
    const format = await aPublishedFormat(admin, { requiresReview: false, makesFinal: true })
    const rows = Array.from({ length: 45 }, (_, index) => ({ nombre: `Persona ${index}` }))
    const batch = await aCompletedBatch(ana.pb, rows, { code: format.code })
    const query = { batch: batch.id }
    const summary = () => ana.pb.send('/api/app/requests/documents/parts', { method: 'GET', query })
    await expect.poll(summary, { timeout: 60_000 }).toMatchObject({ ready: 45 })
    const token = await ana.pb.files.getToken()
    const address = `${server.url}/api/app/requests/documents?batch=${batch.id}&token=${token}`
    writeFileSync(join(folder, 'all.zip'), Buffer.from(await (await fetch(address)).arrayBuffer()))
    spawnSync('unzip', ['-q', join(folder, 'all.zip'), '-d', join(folder, 'all')])
    const names = spawnSync('find', [join(folder, 'all'), '-name', '*.pdf'], { encoding: 'utf8' })
      .stdout.trim()
      .split('\n')
    expect(names).toHaveLength(45)
    for (const name of names) expect(pdfsig(new Uint8Array(readFileSync(name)).buffer)).toContain('Signature is Valid')
    const joined = await (await fetch(`${address}&as=pdf`)).arrayBuffer()
    expect(read(joined)).toContain('Persona 44')
    expect(pdfsig(joined)).not.toContain('Signature #1')
  }, 100_000)

  it('lacks its timestamp if the service fails, until the document is made again', async () => {
    service.answers.isAway = true
    const request = await issued()
    expect(request.documentSeal).toMatchObject({ holder: 'Cooperativa Ñandú', stampedAt: '', lacksTimestamp: true })
    expect(pdfsig(await fileOf(request, request.document, request.documentHash))).toContain('Signature is Valid')
    service.answers.isAway = false
    const again = async () => {
      await take(admin, 'regenerate', { ids: [request.id] })
      return (await settled(ana, request.id)).documentSeal?.lacksTimestamp
    }
    await expect.poll(again, { timeout: 60_000, interval: 1000 }).toBe(false)
  }, 100_000)

  it('leaves its key out of the log', async () => {
    expect(logged.join('\n')).toContain('status 503')
    const lines = key.split('\n').filter((line) => line && !line.startsWith('-'))
    for (const line of lines) expect(logged.join('\n')).not.toContain(line)
  })
})
