import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const keyOptions = {
  'rsa:2048': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'P-256': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
}
type KeyKind = keyof typeof keyOptions

const timestampSettings = (folder: string) => `
[tsa]
default_tsa = service
[service]
serial = ${folder}/serial
signer_cert = ${folder}/time.crt
certs = ${folder}/root.crt
signer_key = ${folder}/time.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`

interface SigningCall {
  credentialID: string
  SAD: string
  hash?: string[]
}

/** Creates a certificate authority of OpenSSL in a folder of its own. */
export function createAuthority() {
  const folder = mkdtempSync(join(tmpdir(), 'authority-'))
  const path = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  const createKey = (name: string, kind: KeyKind) => {
    openssl('genpkey', ...keyOptions[kind], '-out', path(`${name}.key`))
    execFileSync('chmod', ['644', path(`${name}.key`)])
  }
  createKey('root', 'P-256')
  const ca = ['-addext', 'basicConstraints=critical,CA:TRUE', '-addext', 'keyUsage=critical,keyCertSign']
  openssl(
    'req',
    '-x509',
    '-new',
    '-key',
    path('root.key'),
    '-subj',
    '/CN=Autoridad de prueba',
    '-days',
    '10',
    ...ca,
    '-out',
    path('root.crt'),
  )

  /** Signs a certificate request (PKCS #10) and returns the certificate in PEM. */
  function certify(
    request: string,
    extensions = 'keyUsage=critical,digitalSignature,nonRepudiation',
    days = '5',
  ): string {
    writeFileSync(path('extensions'), extensions)
    writeFileSync(path('request'), request)
    const signed = ['-CA', path('root.crt'), '-CAkey', path('root.key'), '-CAcreateserial', '-days', days]
    return openssl('x509', '-req', '-in', path('request'), ...signed, '-extfile', path('extensions')).toString()
  }

  /** Creates a key and its certificate; returns the paths of both. */
  function issue(name: string, kind: KeyKind, extensions?: string, days?: string) {
    createKey(name, kind)
    const request = openssl('req', '-new', '-utf8', '-key', path(`${name}.key`), '-subj', `/O=Cooperativa/CN=${name}`)
    writeFileSync(path(`${name}.crt`), certify(request.toString(), extensions, days))
    return { certificate: path(`${name}.crt`), key: path(`${name}.key`) }
  }

  /** Starts a timestamp service (RFC 3161) on all addresses of this machine; `answers.isAway` makes it fail. */
  async function startTimestampService() {
    issue('time', 'P-256', 'keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping')
    writeFileSync(path('tsa.cnf'), timestampSettings(folder))
    writeFileSync(path('serial'), '01')
    const answers = { isAway: false }
    const server = createServer(async (request, response) => {
      const query = Buffer.concat(await request.toArray())
      if (answers.isAway) return void response.writeHead(503).end()
      writeFileSync(path('query'), query)
      openssl('ts', '-reply', '-config', path('tsa.cnf'), '-queryfile', path('query'), '-out', path('reply'))
      response.writeHead(200, { 'Content-Type': 'application/timestamp-reply' }).end(readFileSync(path('reply')))
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    return { port: (server.address() as AddressInfo).port, answers, stop: () => server.close() }
  }

  /**
   * Starts a service that signs hashes with a key of its own (CSC API 1.0.4), without access token; `answers.isAway` makes it fail, and
   * `answers.calls` counts the calls. Its credential is «sello».
   */
  async function startSigningService(name: string) {
    const { certificate, key } = issue(name, 'P-256')
    const answers = { isAway: false, calls: 0 }
    const authorized = new Map<string, string>()
    const respond = (method: string, { credentialID, SAD, hash: [hash] = [] }: SigningCall) => {
      if (credentialID !== 'sello') return null
      if (method === 'credentials/info')
        return { cert: { certificates: [openssl('x509', '-in', certificate, '-outform', 'DER').toString('base64')] } }
      if (method === 'credentials/authorize' && hash) {
        authorized.set(`sad-${authorized.size}`, hash)
        return { SAD: `sad-${authorized.size - 1}` }
      }
      if (method !== 'signatures/signHash' || !hash || authorized.get(SAD) !== hash) return null
      writeFileSync(path('hash'), Buffer.from(hash, 'base64'))
      const signature = openssl('pkeyutl', '-sign', '-inkey', key, '-pkeyopt', 'digest:sha256', '-in', path('hash'))
      return { signatures: [signature.toString('base64')] }
    }
    const server = createServer(async (request, response) => {
      answers.calls++
      const body = JSON.parse(Buffer.concat(await request.toArray()).toString())
      const answer = respond(String(request.url).replace('/csc/v1/', ''), body)
      response.writeHead(answers.isAway ? 503 : answer ? 200 : 400, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify(answers.isAway ? {} : answer))
    })
    await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
    return { port: (server.address() as AddressInfo).port, answers, stop: () => server.close() }
  }

  return {
    folder,
    root: path('root.crt'),
    certify,
    issue,
    startTimestampService,
    startSigningService,
    openssl,
    remove: () => rmSync(folder, { recursive: true }),
  }
}
export type Authority = ReturnType<typeof createAuthority>

/** Returns the signature of a sealed PDF (CMS, DER) and the bytes that it signs. */
export function splitSealedPdf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const [, first = 0, second = 0, length = 0] = (/\/ByteRange\[0 (\d+) (\d+) (\d+) *\]/.exec(text) ?? []).map(Number)
  if (second + length !== pdf.length) throw new Error('the signature does not cover the whole file')
  const signature = Buffer.from(text.slice(first + 1, second - 1), 'hex')
  return { signature, signed: Buffer.concat([pdf.subarray(0, first), pdf.subarray(second)]) }
}

/** Returns what pdfsig reports of the signatures of a PDF. */
export function pdfsig(pdf: ArrayBuffer | Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'pdfsig-'))
  try {
    const file = join(folder, 'document.pdf')
    writeFileSync(file, new Uint8Array(pdf))
    return spawnSync('pdfsig', ['-nocert', file], { encoding: 'utf8' }).stdout
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Returns whether bytes contain a private key (PKCS #8): its secret number in binary, hexadecimal or Base64, or a line of the PEM with a part of it. */
export function containsKey(bytes: Buffer, pem: string): boolean {
  const key = createPrivateKey(pem)
  const secret = Buffer.from(key.export({ format: 'jwk' }).d ?? '', 'base64url')
  const at = key.export({ format: 'der', type: 'pkcs8' }).indexOf(secret)
  // The first line is the header. Each following line has 48 bytes.
  const lines = pem.split('\n').slice(1 + Math.floor(at / 48), 1 + Math.ceil((at + secret.length) / 48))
  const encoded = (['hex', 'base64', 'base64url'] as const).map((encoding) => secret.toString(encoding))
  return [secret, ...encoded, ...lines].some((part) => bytes.includes(part))
}

/** Number of bytes reserved for a signature of `signText`. */
export const signTextRoom = 4_000

/** Returns a text with a signature of OpenSSL like a seal: byte range, signature, end. `options` are those of `openssl cms`. */
export function signText(
  { folder, openssl }: Authority,
  { certificate, key }: { certificate: string; key: string },
  text: string,
  options: string[] = [],
): Buffer {
  const end = '>>\nendobj\n%%EOF\n'
  const start = text.length + 60
  const range = `/ByteRange[0 ${start} ${start + 2 * signTextRoom + 2} ${end.length}`.padEnd(50)
  const before = `${text}${range}]/Contents`
  writeFileSync(join(folder, 'content'), before + end)
  const words = ['-sign', '-binary', '-md', 'sha256', '-signer', certificate, '-inkey', key, '-outform', 'DER']
  const signature = openssl('cms', ...words, ...options, '-in', join(folder, 'content'))
  return Buffer.from(`${before}<${signature.toString('hex').padEnd(2 * signTextRoom, '0')}>${end}`)
}
