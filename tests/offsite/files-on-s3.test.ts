import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { getEnginePath } from '../../scripts/pin.mjs'
import { projectRoot } from '../../scripts/project.mjs'
import { aFormatWithFiles, aPdf, attach, fetchAttachment } from '../support/attachments.ts'
import { aBackup, backupsOf, fileOf } from '../support/backups.ts'
import { cartaLaboral } from '../support/batch.ts'
import { createAuthority, pdfsig } from '../support/certificates.ts'
import { anS3, aProduct } from '../support/offsite.ts'
import { anonymous, aUser, theFirstAdmin } from '../support/people.ts'
import { aDraft, aRequest, download, earlierOf, pageOf, read, requests, settled, take } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const s3 = await anS3()
const authority = createAuthority()
const seal = authority.issue('Cooperativa Ñandú', 'P-256')
const { REPLICA_URL: _, ...stores } = s3.environment
const environment = {
  ...stores,
  SEAL_CERT: readFileSync(seal.certificate, 'utf8'),
  SEAL_KEY: readFileSync(seal.key, 'utf8'),
}
authority.remove()
const server = await aProduct(environment)
const at = server.url
const [admin, ana] = await Promise.all([theFirstAdmin({ at }), aUser({ at })])
afterAll(async () => {
  await server.end('SIGKILL')
  await s3.end()
  rmSync(server.folder, { recursive: true })
})

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (bytes: ArrayBuffer) => createHash('sha256').update(Buffer.from(bytes)).digest('hex')
const pdfs = () => s3.keysIn('S3_BUCKET').filter((key) => key.endsWith('.pdf'))

it('stores documents, their earlier copies and pictures in the bucket only', async () => {
  const settings = await admin.pb.collection('settings').getFirstListItem('')
  const logo = new File([new Uint8Array(pixel)], 'logo.png')
  const changed = await admin.pb.collection('settings').update(settings.id, { logo, city: 'Tunja' })
  const shown = await fetch(admin.pb.files.getURL(changed, changed.logo))
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png'])

  const { id } = await aRequest(ana, admin, 'approved')
  const first = await settled(ana, id)
  expect(first).toMatchObject({ documentStatus: 'ready', documentError: '' })
  const answer = await download(ana, first)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'content-disposition': `inline; filename="${first.documentNumber}.pdf"`,
  })
  const bytes = await answer.arrayBuffer()
  expect(read(bytes)).toContain(first.documentNumber)
  expect(sha256(bytes)).toBe(first.documentHash)
  const stranger = await aUser({ at: server.url })
  expect((await download(stranger, first)).status).toBe(404)

  await take(admin, 'issue', { ids: [id] })
  const final = await settled(ana, id)
  expect(final.documentStatus).toBe('ready')
  expect(pdfsig(await (await download(ana, final)).arrayBuffer())).toMatch(
    /Total document signed\n.*Signature is Valid/,
  )
  expect(final.document).not.toBe(first.document)
  const [earlier] = await earlierOf(ana, id)
  expect(earlier).toMatchObject({ file: first.document, hash: first.documentHash, kind: 'preliminary' })
  expect(sha256(await (await download(ana, earlier as never, earlier?.file)).arrayBuffer())).toBe(first.documentHash)
  expect((await download(ana, first)).status).toBe(404)
  // One object per referenced file, and no others.
  expect(
    pdfs()
      .map((key) => key.split('/').at(-1))
      .sort(),
  ).toEqual([first.document, final.document].sort())
  const onDisk = readdirSync(server.folder, { recursive: true, encoding: 'utf8' })
  expect(onDisk.filter((name) => /\.(pdf|png)$/.test(name))).toEqual([])
})

it('stores a signature with its documents and combines many documents in one file', async () => {
  const picture = new File([new Uint8Array(pixel)], 'firma.png')
  const format = await admin.pb.collection('formats').getFirstListItem("code = 'CL'")
  const { id: signatory } = await admin.pb
    .collection('signatories')
    .create({ name: 'Amparo Núñez', post: 'Gerente', active: true, formats: [format.id], signature: picture })
  expect((await admin.pb.collection('signatories').getOne(signatory)).signature).toMatch(/^firma.*\.png$/)
  const two = await Promise.all([aRequest(ana, admin, 'approved'), aRequest(ana, admin, 'approved')])
  const ready = await Promise.all(two.map(({ id }) => settled(ana, id)))
  const token = await ana.pb.files.getToken()
  const ids = ready.map(({ id }) => id).join()
  const many = (as: string) => fetch(ana.pb.buildURL(`/api/app/requests/documents?as=${as}&ids=${ids}&token=${token}`))
  const joined = read(await (await many('pdf')).arrayBuffer())
  const folder = temporaryFolder()
  writeFileSync(join(folder, 'all.zip'), Buffer.from(await (await many('zip')).arrayBuffer()))
  const listed = execFileSync('unzip', ['-l', join(folder, 'all.zip')], { encoding: 'utf8' })
  for (const { documentNumber } of ready) {
    expect(joined).toContain(documentNumber)
    expect(listed).toContain(`${documentNumber}.pdf`)
  }
})

it('stores attachments in the bucket and returns them in chunks', async () => {
  const format = await aFormatWithFiles(admin)
  const bytes = aPdf(524_288 * 2)
  const file = await attach(ana, 'Cédula.pdf', bytes)
  expect(s3.keysIn('S3_BUCKET').some((key) => key.endsWith(`${file.id}.bin`))).toBe(true)
  const got = await fetchAttachment(ana, file.id)
  expect(got.headers.get('content-type')).toBe('application/pdf')
  expect(Buffer.from(await got.arrayBuffer()).equals(bytes)).toBe(true)
  const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Ana', soportes: [file] } } as never)
  await take(ana, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  const { documentNumber } = await settled(ana, id)
  const token = await ana.pb.files.getToken()
  const folder = temporaryFolder()
  const all = await fetch(ana.pb.buildURL(`/api/app/requests/documents?ids=${id}&token=${token}`))
  writeFileSync(join(folder, 'all.zip'), Buffer.from(await all.arrayBuffer()))
  const listed = execFileSync('unzip', ['-t', join(folder, 'all.zip')], { encoding: 'utf8' })
  expect(listed).toContain(`${documentNumber}/C`)
  const draft = await attach(ana, 'b.pdf')
  const { id: gone } = await requests(ana).create({ format: format.id, values: { soportes: [draft] } } as never)
  await requests(ana).delete(gone)
  expect(s3.keysIn('S3_BUCKET').some((key) => key.endsWith(`${draft.id}.bin`))).toBe(false)
})

it('keeps its secret out of the database and the server log', async () => {
  for (const name of readdirSync(server.folder).filter((name) => name.includes('.db')))
    expect(readFileSync(join(server.folder, name)).includes(s3.secret), name).toBe(false)
  expect(server.words()).not.toContain(s3.secret)
})

it('serves lists, drafts and decisions during an outage, and documents afterwards', async () => {
  const filesAre = async () => (await admin.pb.send<{ files: string }>('/api/app/health', { method: 'GET' })).files
  expect(await filesAre()).toBe('good')
  const waiting = await aRequest(ana, admin, 'submitted')
  const before = await settled(ana, (await aRequest(ana, admin, 'approved')).id)
  s3.fallSilent()
  try {
    const within = async <Answer>(call: Promise<Answer>) =>
      Promise.race([
        call,
        new Promise<never>((_, reject) => setTimeout(() => reject(new Error('it waits for S3')), 8_000)),
      ])
    await within(take(admin, 'approve', { ids: [waiting.id] }))
    await within(aDraft(ana, cartaLaboral({ cargo: 'Directora' })))
    expect((await within(pageOf(ana))).totalItems).toBeGreaterThan(0)
    expect((await within(fetch(`${server.url}/api/health`))).status).toBe(200)
    expect(await requests(ana).getOne(waiting.id)).toMatchObject({ status: 'approved', documentStatus: 'pending' })
    // Downloads and uploads are deferred, and other calls do not wait for them.
    const asked = download(ana, before)
    const settings = await admin.pb.collection('settings').getFirstListItem('')
    const brought = admin.pb
      .collection('settings')
      .update(settings.id, { logo: new File([new Uint8Array(pixel)], 'otro.png') })
      .then(
        () => 200,
        ({ status, response }) => [status, response.data.code.code],
      )
    await within(
      take(admin, 'return', { ids: [(await aRequest(ana, admin, 'submitted')).id], reason: 'Falta la firma' }),
    )
    const later = await asked
    expect([later.status, later.headers.get('content-disposition')]).toEqual([503, null])
    expect(await filesAre()).toBe('away')
    expect(await brought).toEqual([503, 'files.unavailable'])
    expect(await requests(ana).getOne(waiting.id)).toMatchObject({ documentStatus: 'pending' })
  } finally {
    s3.speakAgain()
  }
  // Like the page; the server also retries each minute.
  const opened = () => ana.pb.send(`/api/app/requests/${waiting.id}/document`, { method: 'POST' })
  const stateOf = async () => (await requests(ana).getOne(waiting.id)).documentStatus
  await expect.poll(() => opened().then(stateOf), { timeout: 90_000, interval: 1_000 }).toBe('ready')
  const late = await settled(ana, waiting.id)
  // A late unreferenced file is deleted when the next document is stored.
  await settled(ana, (await aRequest(ana, admin, 'approved')).id)
  const named = await Promise.all([
    admin.pb.collection('requests').getFullList({ batch: 30, filter: "document != ''" }),
    admin.pb.collection('request_documents').getFullList(),
  ])
  await expect.poll(() => pdfs().length, { timeout: 20_000 }).toBe(named.flat().length)
  expect(late).toMatchObject({ documentStatus: 'ready', documentError: '' })
  expect(await filesAre()).toBe('good')
  expect((await download(ana, late)).status).toBe(200)
}, 150_000)

it('fails only the document whose file is rejected', async () => {
  const [one, other] = await Promise.all([aRequest(ana, admin, 'submitted'), aRequest(ana, admin, 'submitted')])
  const { collectionId } = await requests(ana).getOne(one.id)
  // An object with this name prevents objects below it.
  s3.put('S3_BUCKET', `${collectionId}/${one.id}`)
  await take(admin, 'approve', { ids: [one.id, other.id] })
  expect(await settled(ana, other.id)).toMatchObject({ documentStatus: 'ready' })
  expect(await settled(ana, one.id)).toMatchObject({ documentStatus: 'failed', documentError: 'document.unsaved' })
  expect((await download(ana, await requests(ana).getOne(other.id))).status).toBe(200)
})

it('exits at startup with a message if a bucket does not exist', async () => {
  const mistyped = await aProduct({ ...environment, S3_BUCKET: 'archivo' })
  expect(await mistyped.over).toBe(1)
  expect(mistyped.words()).toContain('El almacén «archivo» (S3_BUCKET) no permite guardar o leer')
  rmSync(mistyped.folder, { recursive: true })
  const replicated = await aProduct({ ...s3.environment, REPLICA_URL: 's3://replicas' })
  expect(await replicated.over).toBe(1)
  expect(replicated.words()).toMatch(/El almacén «replicas».+NoSuchBucket/)
  rmSync(replicated.folder, { recursive: true })
})

it('stores verified backups and restores one into an empty folder', async () => {
  const older = Array.from({ length: 14 }, (_, day) => `copia-202601${String(day + 10)}T080000Z.tar`)
  for (const name of older) s3.put('S3_BACKUP_BUCKET', name)
  const backup = await aBackup(admin)
  expect(backup).toMatchObject({ status: 'good', error: '' })
  // The newest fourteen backups remain.
  expect(s3.keysIn('S3_BACKUP_BUCKET').sort()).toEqual([...older.slice(1), backup.name])
  const { storage, excludesFiles, items } = await backupsOf(admin)
  expect({ storage, excludesFiles, names: items.map(({ name }) => name) }).toEqual({
    storage: 's3',
    excludesFiles: true,
    names: [backup.name, ...older.slice(1).reverse()],
  })
  const folder = temporaryFolder()
  const file = join(folder, backup.name)
  writeFileSync(file, Buffer.from(await (await fileOf(admin, backup)).arrayBuffer()))
  const data = join(folder, 'datos')
  const flags = ['hooks', 'migrations'].map((name) => `--${name}Dir=${join(projectRoot, 'dist', `pb_${name}`)}`)
  const words = ['restore', file, `--dir=${data}`, '--dev=false', ...flags]
  expect(execFileSync(getEnginePath(), words, { encoding: 'utf8' })).toContain('Restaurada en')
  const again = await aProduct(environment, { folder: data })
  try {
    const back = { ...ana, pb: anonymous({ at: again.url }) }
    back.pb.authStore.save(ana.pb.authStore.token, ana.pb.authStore.record)
    const { items } = await pageOf(back, { status: 'approved', documentKind: 'final' })
    const request = await requests(back).getOne(items.find(({ document }) => document !== '')?.id ?? '')
    const pdf = await (await download(back, request)).arrayBuffer()
    expect(read(pdf)).toContain(request.documentNumber)
    expect(pdfsig(pdf)).toContain('Signature is Valid')
  } finally {
    await again.end('SIGKILL')
  }
})

it('removes the files of anonymised requests from the bucket, and erases again what an older database has', async () => {
  const { id } = await aRequest(ana, admin, 'approved')
  await settled(ana, id)
  const own = () => s3.keysIn('S3_BUCKET').filter((key) => key.includes(`/${id}/`))
  expect(own()).toHaveLength(1)
  expect(await take(admin, 'anonymize', { ids: [id], reason: 'Lo pidió su titular.' })).toMatchObject({ changed: [id] })
  // The job of the minute removes them.
  await expect.poll(own, { timeout: 120_000 }).toEqual([])
  await expect.poll(() => s3.keysIn('S3_BACKUP_BUCKET'), { timeout: 120_000 }).toContain('anonimizadas.txt')
  await server.end('SIGKILL')
  const restored = `UPDATE requests SET privacy = '', "values" = '{"nombre":"vuelve"}' WHERE id = '${id}'`
  execFileSync('sqlite3', [join(server.folder, 'data.db'), restored])
  const again = await aProduct(environment, { folder: server.folder })
  onTestFinished(async () => void (await again.end('SIGKILL')))
  const back = await theFirstAdmin({ at: again.url })
  expect(await requests(back).getOne(id)).toMatchObject({ privacy: 'anonymized', values: {} })
})
