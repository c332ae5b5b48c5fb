import { type Bytes, findJpegFrame, readText, readUint16, readUint32 } from './image-size.ts'

/** Image that PDF and HTML can embed: a JPEG, or a PNG that is not interlaced. `mask` contains its transparency. */
export interface Logo {
  kind: 'jpeg' | 'png'
  width: number
  height: number
  /** Entries of the image's dictionary in the PDF: colour space and compression. */
  pdf: string
  /** Image data in ASCII base 85, because the whole PDF must be ASCII. */
  data: string
  /** Alpha channel as a greyscale image of the same size. */
  mask?: { pdf: string; data: string }
  /** `data:` URL for HTML. */
  src: string
}

/** Maximum size of a logo in bytes (128 KiB), because every document embeds the logo. */
const maxLogoBytes = 131_072

/** Parses a logo file. Returns `null` if documents cannot embed the image. Slow, so callers parse each file only once. */
export function parseLogo(bytes: Bytes): Logo | null {
  if (bytes.length > maxLogoBytes) return null
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return parseJpeg(bytes)
  if (readText(bytes, 1, 4) === 'PNG') return parsePng(bytes)
  return null
}

interface Mask {
  width: number
  height: number
  /** Alpha values of the pixels, row by row from the top; `null` if the image is opaque. */
  alpha: Uint8Array | null
}

/** Creates a logo whose transparency the caller separated: original file, opaque PNG (`colours`) and alpha channel. */
export function createMaskedLogo(original: Bytes, colours: Bytes, { width, height, alpha }: Mask): Logo | null {
  const picture = parseLogo(colours)
  if (!picture || picture.width !== width || picture.height !== height) return null
  const kind = readText(original, 1, 4) === 'PNG' ? 'png' : 'jpeg'
  const src = `data:image/${kind};base64,${encodeBase64(original)}`
  if (!alpha?.some((seen) => seen < 255)) return { ...picture, src }
  const pdf = '/ColorSpace/DeviceGray/BitsPerComponent 8/Filter[/ASCII85Decode/RunLengthDecode]'
  return { ...picture, src, mask: { pdf, data: encodeAscii85(encodeRunLengths(alpha)) } }
}

/** Encodes bytes for PDF's RunLengthDecode filter: n < 128 precedes n + 1 bytes, n > 128 repeats one 257 − n times. */
function encodeRunLengths(bytes: Bytes): number[] {
  const out: number[] = []
  for (let at = 0; at < bytes.length; ) {
    let same = 1
    while (same < 128 && at + same < bytes.length && bytes[at + same] === bytes[at]) same++
    if (same > 1) {
      out.push(257 - same, bytes[at] as number)
      at += same
      continue
    }
    let end = at + 1
    while (end < bytes.length && end - at < 128 && bytes[end] !== bytes[end + 1]) end++
    out.push(end - at - 1)
    for (; at < end; at++) out.push(bytes[at] as number)
  }
  out.push(128)
  return out
}

function parseJpeg(bytes: Bytes): Logo | null {
  const at = findJpegFrame(bytes)
  // Rejects other frame types, because PDF readers support only baseline, extended and progressive frames.
  if (!at || (bytes[at + 1] ?? 0) > 0xc2) return null
  const height = readUint16(bytes, at + 5)
  const width = readUint16(bytes, at + 7)
  const colours = { 1: '/DeviceGray', 3: '/DeviceRGB' }[bytes[at + 9] ?? 0]
  if (!colours || !width || !height) return null
  return {
    kind: 'jpeg',
    width,
    height,
    pdf: `/ColorSpace${colours}/BitsPerComponent 8/Filter[/ASCII85Decode/DCTDecode]`,
    data: encodeAscii85(bytes),
    src: `data:image/jpeg;base64,${encodeBase64(bytes)}`,
  }
}

function parsePng(bytes: Bytes): Logo | null {
  const width = readUint32(bytes, 16)
  const height = readUint32(bytes, 20)
  const bits = bytes[24] ?? 0
  const kind = bytes[25] ?? 0
  const components = { 0: 1, 2: 3, 3: 1 }[kind]
  if (!components || bits > 8 || bytes[28] || !width || !height) return null
  let palette = ''
  const data: number[] = []
  for (let at = 8; at + 12 <= bytes.length; at += 12 + readUint32(bytes, at)) {
    const name = readText(bytes, at + 4, at + 8)
    const end = at + 8 + readUint32(bytes, at)
    if (name === 'tRNS' || end + 4 > bytes.length) return null
    for (let i = at + 8; i < end; i++) {
      if (name === 'IDAT') data.push(bytes[i] ?? 0)
      if (name === 'PLTE') palette += (bytes[i] ?? 0).toString(16).padStart(2, '0')
    }
  }
  if (!data.length || (kind === 3 && !palette)) return null
  const colours = { 0: '/DeviceGray', 2: '/DeviceRGB', 3: `[/Indexed/DeviceRGB ${palette.length / 6 - 1}<${palette}>]` }
  const rows = `<</Predictor 15/Colors ${components}/BitsPerComponent ${bits}/Columns ${width}>>`
  return {
    kind: 'png',
    width,
    height,
    pdf: `/ColorSpace${colours[kind as 0 | 2 | 3]}/BitsPerComponent ${bits}/Filter[/ASCII85Decode/FlateDecode]/DecodeParms[null ${rows}]`,
    data: encodeAscii85(data),
    src: `data:image/png;base64,${encodeBase64(bytes)}`,
  }
}

function encodeAscii85(bytes: Bytes): string {
  const out: string[] = []
  for (let at = 0; at < bytes.length; at += 4) {
    const word = readUint32(bytes, at)
    const high = Math.floor(word / 614_125)
    const low = word % 614_125
    const group = String.fromCharCode(
      33 + Math.floor(high / 85),
      33 + (high % 85),
      33 + Math.floor(low / 7225),
      33 + (Math.floor(low / 85) % 85),
      33 + (low % 85),
    )
    const left = bytes.length - at
    out.push(left < 4 ? group.slice(0, left + 1) : group === '!!!!!' ? 'z' : group)
    if (at % 60 === 56) out.push('\n')
  }
  return `${out.join('')}~>`
}

function encodeBase64(bytes: Bytes): string {
  const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
  const out: string[] = []
  for (let at = 0; at < bytes.length; at += 3) {
    const word = readUint16(bytes, at) * 256 + (bytes[at + 2] ?? 0)
    out.push(
      digits.charAt(word >> 18) +
        digits.charAt((word >> 12) & 63) +
        digits.charAt((word >> 6) & 63) +
        digits.charAt(word & 63),
    )
  }
  const over = bytes.length % 3
  return out.join('').slice(0, over ? over - 3 : undefined) + (over ? '='.repeat(3 - over) : '')
}
