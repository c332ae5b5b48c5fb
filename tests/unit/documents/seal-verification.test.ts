import { createHash, randomBytes } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { verifySeal } from '../../../src/documents/seal-verification.ts'
import { createAuthority, signText, signTextRoom } from '../../support/certificates.ts'

const authority = createAuthority()
afterAll(() => authority.remove())

type Issued = ReturnType<typeof authority.issue>
const [rsa, p256, other] = [
  authority.issue('rsa', 'rsa:2048'),
  authority.issue('p256', 'P-256'),
  authority.issue('other', 'rsa:2048'),
]

function fingerprintOf({ certificate }: Issued): string {
  const der = authority.openssl('x509', '-in', certificate, '-outform', 'DER')
  return createHash('sha256').update(der).digest('hex')
}

const plain = '%PDF-1.7\nSalario: 2500000\n'
const seal = (issued: Issued, text = plain, options: string[] = []) => signText(authority, issued, text, options)
const hexLength = signTextRoom * 2

const verify = (pdf: Buffer, issued: Issued) => verifySeal(new Uint8Array(pdf), fingerprintOf(issued))

/** Returns a copy with another text. */
function replace(pdf: Buffer, from: string, to: string): Buffer {
  expect(pdf.includes(from)).toBe(true)
  return Buffer.from(pdf.toString('latin1').replace(from, to), 'latin1')
}

describe.each([
  ['RSA', rsa],
  ['P-256', p256],
])('seal with %s', (_name, issued) => {
  it('is intact', async () => {
    expect(await verify(seal(issued), issued)).toBe('intact')
  })

  it('is intact with the certificates of its issuers', async () => {
    expect(await verify(seal(issued, undefined, ['-certfile', authority.root]), issued)).toBe('intact')
  })

  it('is changed by one byte', async () => {
    expect(await verify(replace(seal(issued), '2500000', '3500000'), issued)).toBe('changed')
  })

  it('is changed by a byte of the signature', async () => {
    const pdf = seal(issued)
    const at = pdf.lastIndexOf(Buffer.from(pdf.toString('latin1').match(/[1-9a-f]0*>/)?.[0] ?? ''))
    pdf[at] = pdf[at] === 0x31 ? 0x32 : 0x31
    expect(await verify(pdf, issued)).toBe('changed')
  })

  it('is changed by an appended revision', async () => {
    expect(await verify(Buffer.concat([seal(issued), Buffer.from('1 0 obj\n<<>>\nendobj\n%%EOF\n')]), issued)).toBe(
      'changed',
    )
  })

  it('is changed if it was cut', async () => {
    const pdf = seal(issued)
    for (const length of [pdf.length - 1, pdf.length - 30, pdf.length - hexLength, pdf.length - hexLength - 40])
      expect(await verify(pdf.subarray(0, length), issued), String(length)).toBe('changed')
  })
})

it('is other with a certificate of the same name that is not the document’s', async () => {
  expect(await verify(seal(other), rsa)).toBe('other')
  expect(await verify(replace(seal(other), '2500000', '3500000'), rsa)).toBe('other')
  expect(await verifySeal(new Uint8Array(seal(rsa)), '')).toBe('other')
})

it('is changed if another key signed and the certificate of the document is only enclosed', async () => {
  expect(await verify(seal(other, undefined, ['-certfile', rsa.certificate]), rsa)).toBe('changed')
})

it('counts only the last signature, so that another one after it is not overlooked', async () => {
  const resealed = seal(other, seal(rsa).toString('latin1'))
  expect(await verify(resealed, rsa)).toBe('other')
})

it('is none in a file without signature', async () => {
  for (const text of ['', '%PDF-1.7\n%%EOF\n', '/Byte', '\0'.repeat(100)])
    expect(await verify(Buffer.from(text), rsa)).toBe('none')
  expect(await verify(randomBytes(200_000), rsa)).toBe('none')
})

it.each([
  '/ByteRange',
  '/ByteRange[',
  '/ByteRange[0 1 2',
  `/ByteRange[${' '.repeat(100_000)}`,
  `/ByteRange[${'0 '.repeat(100_000)}]`,
  '/ByteRange[0 0 0 0]',
  '/ByteRange[0 5 3 0]',
  '/ByteRange[0 999999999 999999999 999999999]',
  '/ByteRange[-1 2 3 4]',
  '/ByteRange[0 0 24 0]<>',
])('is changed if its range is malformed: %.30s', async (text) => {
  expect(await verify(Buffer.from(text), rsa)).toBe('changed')
})

it.each([
  ['nothing', ''],
  ['zeros', '00'.repeat(100)],
  ['no hexadecimal', 'zz'.repeat(50)],
  ['one digit', '3'],
  ['a length beyond the end', '3083ffffff'],
  ['a length without end', '3080'],
  ['a length of nine bytes', '3089ffffffffffffffffff'],
  ['nested sequences', '3002'.repeat(1_000)],
  ['empty sequences', '3000'.repeat(1_000)],
])('is changed if its signature is %s', async (_name, hex) => {
  const begin = (before: number, after: number) => `/ByteRange[0 ${before} ${after} 1`.padEnd(60).concat(']')
  const length = begin(0, 0).length
  expect(await verify(Buffer.from(`${begin(length, length + hex.length + 2)}<${hex}>E`), rsa)).toBe('changed')
})

it('is never intact in a changed file, whatever byte of its signature is changed too', async () => {
  const pdf = replace(seal(p256), '2500000', '3500000')
  const start = pdf.lastIndexOf('<') + 1
  const fingerprint = fingerprintOf(p256)
  const signature = Buffer.from(
    pdf
      .subarray(start, start + hexLength)
      .toString()
      .replace(/(00)+$/, ''),
    'hex',
  )
  const results = new Set<string>()
  for (let at = 0; at < signature.length; at += 7) {
    const changed = Buffer.from(signature)
    changed[at] = (changed[at] ?? 0) ^ 0x55
    const hex = changed.toString('hex').padEnd(hexLength, '0')
    const copy = Buffer.concat([pdf.subarray(0, start), Buffer.from(hex), pdf.subarray(start + hexLength)])
    results.add(await verifySeal(new Uint8Array(copy), fingerprint))
  }
  expect([...results].sort()).toEqual(['changed', 'other'])
})
