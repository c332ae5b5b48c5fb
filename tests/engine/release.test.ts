import { readFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { currentPlatform, getEnginePath } from '../../engine/pin.mjs'
import { downloadBytes, downloadRelease, extractFromZip } from '../../engine/release.mjs'
import { archiveName, checksumsOf, publish, zipOf } from './releases.ts'

const engine = readFileSync(getEnginePath())
const archive = zipOf('pocketbase', engine)
let published: Awaited<ReturnType<typeof publish>> | undefined

async function fetchFrom(files: Record<string, Buffer | string>) {
  published = await publish(files)
  process.env.POCKETBASE_RELEASES = `${published.base}/`
  return downloadRelease(currentPlatform)
}

beforeEach(() => {
  published = undefined
})
afterEach(() => {
  published?.close()
  delete process.env.POCKETBASE_RELEASES
})

it('rejects an archive with another checksum', async () => {
  const other = zipOf('pocketbase', Buffer.from('something else'))
  await expect(fetchFrom({ 'checksums.txt': checksumsOf(archive), [archiveName]: other })).rejects.toThrow(
    /suma de verificación/,
  )
})

it('rejects an incomplete archive', async () => {
  const half = archive.subarray(0, archive.length / 2)
  await expect(fetchFrom({ 'checksums.txt': checksumsOf(archive), [archiveName]: half })).rejects.toThrow(
    /suma de verificación/,
  )
  await expect(fetchFrom({ 'checksums.txt': checksumsOf(half), [archiveName]: half })).rejects.toThrow(/incompleto/)
})

it('reports a missing release and a release without an archive for this platform', async () => {
  await expect(fetchFrom({ 'checksums.txt': 'abc  other.zip\n', [archiveName]: archive })).rejects.toThrow(/no tiene/)
  published?.close()
  await expect(fetchFrom({})).rejects.toThrow(/404/)
})

it('extracts stored and compressed files, and reports a missing file', () => {
  expect(extractFromZip(zipOf('pocketbase', Buffer.from('abc'), { stored: true }), 'pocketbase').toString()).toBe('abc')
  expect(() => extractFromZip(zipOf('LICENSE.md', Buffer.from('abc')), 'pocketbase')).toThrow(/no contiene/)
})

it('follows at most five redirects and reports an interrupted download', async () => {
  const server = createHttpServer(({ url }, response) => {
    const left = Number(url?.slice(1))
    if (left > 0) response.writeHead(302, { Location: `/${left - 1}` }).end()
    else if (left === 0) response.end('here')
    else response.writeHead(200, { 'Content-Length': 9 }).write('cut', () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  expect((await downloadBytes(`${base}/5`)).toString()).toBe('here')
  await expect(downloadBytes(`${base}/6`)).rejects.toThrow(/respondió 302/)
  await expect(downloadBytes(`${base}/-1`)).rejects.toThrow(/cortó la descarga/)
  server.close()
})

it('fails if a host accepts the connection and does not answer', async () => {
  const silent = createServer(() => {})
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  // The server accepts the connection but never starts TLS.
  const asked = downloadBytes(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/`)
  await expect(asked).rejects.toThrow(/no responde/)
  silent.close()
})
