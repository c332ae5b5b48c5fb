/** Results of the verification of a seal. `other`: the certificate is not that of the document. */
export type SealStatus = 'intact' | 'changed' | 'other' | 'none'

type Bytes = Uint8Array<ArrayBuffer>

/** Maximum length of a signature in bytes. That of a seal has less than 20 kB. */
const maxSignatureBytes = 262_144
const maxCertificates = 20

/**
 * Verifies the last signature of a PDF with WebCrypto. The seal is intact if it was made with the certificate of `fingerprint` and covers the
 * whole file except the signature itself. The structure of the PDF is irrelevant then, so it is not parsed.
 */
export async function verifySeal(pdf: Bytes, fingerprint: string): Promise<SealStatus> {
  const start = decodeLatin1(pdf).lastIndexOf('/ByteRange')
  if (start < 0) return 'none'
  try {
    const [before, after] = readByteRange(pdf, start)
    const signature = decodeHex(pdf.subarray(before + 1, after - 1))
    const { certificates, ...signer } = parseSignature(signature)
    for (const certificate of certificates) {
      if (encodeHex(await digest(certificate.bytes)) !== fingerprint) continue
      const signed = new Uint8Array(before + pdf.length - after)
      signed.set(pdf.subarray(0, before))
      signed.set(pdf.subarray(after), before)
      const isSame = encodeHex(await digest(signed)) === encodeHex(signer.digest)
      return isSame && (await isSignedBy(certificate, signer)) ? 'intact' : 'changed'
    }
    return 'other'
  } catch {
    // The signature or its range is malformed.
    return 'changed'
  }
}

/** Decodes bytes as one character each. */
const decodeLatin1 = (bytes: Uint8Array): string => new TextDecoder('latin1').decode(bytes)

/** Returns the SHA-256 hash of bytes. */
export const digest = async (bytes: Bytes): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')

function decodeHex(text: Uint8Array): Bytes {
  const digits = decodeLatin1(text)
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) throw new Error('not hexadecimal')
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => Number.parseInt(digits.slice(2 * i, 2 * i + 2), 16))
}

/** Returns the offsets at which the signature begins and ends. Throws unless the rest of the file is signed. */
function readByteRange(pdf: Bytes, start: number): [before: number, after: number] {
  const text = decodeLatin1(pdf.subarray(start, start + 100))
  const [, before = NaN, after = NaN, rest = NaN] =
    /^\/ByteRange\s*\[\s*0\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s*\]/.exec(text)?.map(Number) ?? []
  const isWhole = before < after && after + rest === pdf.length && after - before <= 2 * maxSignatureBytes
  // The unsigned range must be a hexadecimal string: `<…>`.
  if (!isWhole || pdf[before] !== 0x3c || pdf[after - 1] !== 0x3e) throw new Error('not signed as a whole')
  return [before, after]
}

/** Value in DER. `bytes`: with its header; `content`: without. */
interface DerValue {
  tag: number
  bytes: Bytes
  content: Bytes
}

/** Parses consecutive DER values. Throws if one is longer than the rest. */
function parseDer(bytes: Bytes, max = Number.POSITIVE_INFINITY): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length && values.length < max; ) {
    const tag = bytes[at] ?? 0
    let length = bytes[at + 1] ?? 0
    let begin = at + 2
    if (length >= 0x80) {
      const size = length - 0x80
      if (size < 1 || size > 3) throw new Error('length not supported')
      length = bytes.subarray(begin, begin + size).reduce((sum, byte) => 256 * sum + byte, 0)
      begin += size
    }
    if (begin + length > bytes.length) throw new Error('cut')
    values.push({ tag, bytes: bytes.subarray(at, begin + length), content: bytes.subarray(begin, begin + length) })
    at = begin + length
  }
  return values
}

const tags = { set: 0x31, context: 0xa0 }

/** Returns the parts of a detached signature (CMS SignedData, RFC 5652): its certificates and the parts of its first signer. */
function parseSignature(cms: Bytes) {
  // The rest of the hexadecimal string is filled with zeros.
  const [contentInfo] = parseDer(cms, 1)
  const [, wrapped] = parseParts(contentInfo)
  const [signedData] = parseParts(wrapped)
  const parts = parseParts(signedData)
  const certificates = parseParts(
    parts.find(({ tag }) => tag === tags.context),
    maxCertificates,
  )
  const [signer] = parseParts(parts.findLast(({ tag }) => tag === tags.set))
  const fields = parseParts(signer)
  const at = fields.findIndex(({ tag }) => tag === tags.context)
  const attributes = fields[at]
  // The signature covers the attributes with the tag of a set; the file contains another tag (RFC 5652, 5.4).
  const signed = Uint8Array.from(attributes?.bytes ?? [])
  signed[0] = tags.set
  return { certificates, signed, digest: findDigest(getContent(attributes)), signature: getContent(fields[at + 2]) }
}

function getContent(value: DerValue | undefined): Bytes {
  if (!value) throw new Error('missing')
  return value.content
}

const parseParts = (value: DerValue | undefined, max?: number): DerValue[] => parseDer(getContent(value), max)

const objectIds = { messageDigest: '2a864886f70d010904', rsa: '2a864886f70d010101' }

/** Returns the hash of the signed content from the signed attributes. */
function findDigest(attributes: Bytes): Bytes {
  for (const attribute of parseDer(attributes)) {
    const [name, values] = parseParts(attribute)
    if (encodeHex(getContent(name)) === objectIds.messageDigest) return getContent(parseParts(values)[0])
  }
  throw new Error('missing')
}

/** Verifies a signature by the public key of a certificate: RSA (PKCS #1 v1.5) or P-256, both with SHA-256. */
async function isSignedBy(
  certificate: DerValue,
  { signed, signature }: { signed: Bytes; signature: Bytes },
): Promise<boolean> {
  const [content] = parseDer(certificate.content)
  const fields = parseParts(content).filter(({ tag }) => tag !== tags.context)
  // After serial number, algorithm, issuer, validity and subject.
  const publicKey = fields[5]
  const [algorithm] = parseParts(publicKey)
  const isRsa = encodeHex(getContent(parseParts(algorithm)[0])) === objectIds.rsa
  const scheme = isRsa
    ? { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
    : { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('spki', publicKey?.bytes ?? new Uint8Array(), scheme, false, ['verify'])
  return crypto.subtle.verify(scheme, key, isRsa ? signature : toFixedLength(signature), signed)
}

/** Converts an ECDSA signature of two DER integers to two numbers of 32 bytes each. */
function toFixedLength(der: Bytes): Bytes {
  const fixed = new Uint8Array(64)
  for (const [i, { content }] of parseParts(parseDer(der)[0]).entries()) {
    const number = content.subarray(-32)
    fixed.set(number, 32 * (i + 1) - number.length)
  }
  return fixed
}
