import { execFile, execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findGo } from '../../scripts/install.mjs'
import { engineFolder, goToolchain } from '../../scripts/pin.mjs'
import { mergePdfs } from '../../src/domain/documents/pdf/join-pdfs.ts'
import { initialFormats } from '../../src/domain/formats/seed/initial-formats.ts'
import { type Authority, createAuthority, pdfsig, splitSealedPdf } from '../support/certificates.ts'
import { aLogo, exampleOf, modelOf, renderWholePdf } from '../support/example-documents.ts'
import { faultsOf, lacksVeraPdf } from '../support/verapdf.ts'

const folder = mkdtempSync(join(tmpdir(), 'seal-'))
let authority: Authority
let service: Awaited<ReturnType<Authority['startTimestampService']>>

const sets = ['rsa', 'ec', 'rsa-time', 'ec-time'] as const
type SetName = (typeof sets)[number]

/** Final and annulled documents of the ten formats, with the visible mark of the seal. */
function writeDocuments() {
  for (const [index, template] of initialFormats.entries())
    for (const kind of ['final', 'annulled'] as const) {
      const signatures = [...(template.signatures ?? []), { by: 'seal' as const }]
      const { model } = modelOf({ ...template, signatures }, exampleOf(template.fields), index % 2 ? aLogo() : null)
      const marked = { ...model, kind, ...(kind === 'annulled' && { annulledOn: '2026-12-03' }) }
      const { text, lacking } = renderWholePdf(marked)
      expect(lacking).toEqual([])
      writeFileSync(join(folder, `${template.code}-${kind}.pdf`), text)
    }
}

/** Seals the documents with the Go package, into a folder. */
async function seal(into: SetName, environment: Record<string, string>) {
  const fixed = { GOTOOLCHAIN: goToolchain, GOFLAGS: '-mod=readonly -trimpath', GOWORK: 'off', CGO_ENABLED: '0' }
  const env = { ...process.env, ...fixed, SEAL_DOCUMENTS: folder, SEAL_INTO: join(folder, into), ...environment }
  mkdirSync(join(folder, into))
  const words = ['test', './seal', '-run', 'TestSealDocuments', '-count=1']
  await promisify(execFile)(await findGo(), words, { cwd: engineFolder, env })
}

const withCertificate = ({ certificate, key }: ReturnType<Authority['issue']>) => ({
  SEAL_CERT: certificate,
  SEAL_KEY: key,
})
const filesOf = (into: SetName) => readdirSync(join(folder, into)).map((name) => join(folder, into, name))
const getOriginal = (file: string) => join(folder, basename(file))

beforeAll(async () => {
  authority = createAuthority()
  service = await authority.startTimestampService()
  writeDocuments()
  const [rsa, ec] = [authority.issue('rsa', 'rsa:2048'), authority.issue('ec', 'P-256')]
  await seal('rsa', withCertificate(rsa))
  await seal('ec', withCertificate(ec))
  const TSA_URL = `http://127.0.0.1:${service.port}`
  const bundle = join(authority.folder, 'bundle.p12')
  const whole = ['-inkey', rsa.key, '-in', rsa.certificate, '-certfile', authority.root]
  authority.openssl('pkcs12', '-export', ...whole, '-out', bundle, '-passout', 'pass:una clave')
  await seal('rsa-time', { SEAL_P12: bundle, SEAL_PASSWORD: 'una clave', TSA_URL })
  await seal('ec-time', { ...withCertificate(ec), TSA_URL })
}, 300_000)
afterAll(() => {
  service.stop()
  authority.remove()
  rmSync(folder, { recursive: true })
})

describe.each(sets)('documents sealed with %s', (into) => {
  it('are signed as a whole, by pdfsig', () => {
    expect(filesOf(into)).toHaveLength(20)
    for (const file of filesOf(into)) {
      const said = pdfsig(readFileSync(file))
      for (const part of ['Signature is Valid', 'Total document signed', 'ETSI.CAdES.detached'])
        expect(said, file).toContain(part)
    }
  })

  it('have a CAdES signature of the certificate, by openssl', () => {
    for (const file of filesOf(into)) {
      const { signature, signed } = splitSealedPdf(readFileSync(file))
      const [cms, content] = [join(folder, 'signature.der'), join(folder, 'content')]
      writeFileSync(cms, signature)
      writeFileSync(content, signed)
      const words = ['-inform', 'DER', '-in', cms, '-content', content, '-binary', '-CAfile', authority.root]
      const all = ['cms', '-verify', '-cades', ...words, '-purpose', 'any', '-out', '/dev/null']
      expect(spawnSync('openssl', all, { encoding: 'utf8' }).stderr).toContain('CAdES Verification successful')
    }
  })

  it('have no syntax error, by qpdf', () => {
    for (const file of filesOf(into))
      expect(execFileSync('qpdf', ['--check', file], { encoding: 'utf8' })).toContain(
        'No syntax or stream encoding errors',
      )
  })

  it('begin with the unsealed document', () => {
    for (const file of filesOf(into)) {
      const original = readFileSync(getOriginal(file))
      expect(readFileSync(file).subarray(0, original.length).equals(original), file).toBe(true)
    }
  })

  it('are joined like the unsealed documents', () => {
    const merge = (files: string[]) => {
      const pieces: string[] = []
      const merger = mergePdfs({ title: 'Todos', author: 'Uno', date: '2026-11-22', twoSided: false }, (piece) =>
        pieces.push(piece),
      )
      for (const file of files) expect(merger.add(readFileSync(file, 'utf8'), basename(file))).toBe(true)
      merger.end()
      return pieces.join('')
    }
    expect(merge(filesOf(into)) === merge(filesOf(into).map(getOriginal))).toBe(true)
  })

  it('are not valid if one byte is changed, by pdfsig', () => {
    const whole = readFileSync(filesOf(into)[0] ?? '')
    const at = whole.indexOf('/MediaBox[0 0 6') + '/MediaBox[0 0 '.length
    whole[at] = '5'.charCodeAt(0)
    expect(pdfsig(whole)).toContain('Digest Mismatch')
  })
})

it.skipIf(lacksVeraPdf())('all pass veraPDF for PDF/UA-1 and PDF/A-2a', { timeout: 240_000 }, () => {
  const files = sets.flatMap(filesOf)
  for (const standard of ['ua1', '2a'] as const) expect(faultsOf(standard, files)).toEqual([])
})

it('a timestamp is that of the signature, by openssl', () => {
  const { signature } = splitSealedPdf(readFileSync(filesOf('rsa-time')[0] ?? ''))
  // Attribute id-aa-signatureTimeStampToken, after the signature of 256 bytes and three headers of four bytes.
  const at = signature.indexOf(Buffer.from('060b2a864886f70d010910020e', 'hex'))
  writeFileSync(join(folder, 'value'), signature.subarray(at - 8 - 256, at - 8))
  writeFileSync(join(folder, 'token'), signature.subarray(at + 13 + 4))
  const words = ['-in', join(folder, 'token'), '-token_in', '-data', join(folder, 'value'), '-CAfile', authority.root]
  expect(authority.openssl('ts', '-verify', ...words).toString()).toContain('Verification: OK')
})
