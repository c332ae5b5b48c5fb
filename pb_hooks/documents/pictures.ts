import { readImageSize } from '../../src/domain/documents/image-size.ts'
import { createMaskedLogo, type Logo, parseLogo } from '../../src/domain/documents/logo.ts'
import { parseStoredJson } from '../lib/error-causes.ts'
import { isStorageUnavailable } from '../lib/files/file-storage.ts'
import { getConvertedPicturePath } from '../lib/files/stored-files.ts'
import { logError } from '../lib/log.ts'

/** Maximum size in half points (width x height, `f`: fit). Larger pictures are scaled down, because every document embeds them. */
export type PictureBounds = '480x184f' | '600x240f'

/** Maximum number of pixels that the server decodes: a file of 48 kB can contain 400 million. */
const maxPixels = 4_000_000

// Cache of decoded pictures, per virtual machine, because decoding is slow.
const pictureCache = new Map<string, Logo | null>()
const maxCached = 12

/**
 * Returns a stored picture for documents; `null` if missing or unsupported. Throws if it cannot be read now. The picture is cached, so the file at
 * `path` must never change.
 */
export function loadPicture(path: string, room: PictureBounds): Logo | null {
  const known = pictureCache.get(path)
  if (known !== undefined) return known
  if (pictureCache.size >= maxCached) pictureCache.clear()
  const picture = readPicture(path, room)
  pictureCache.set(path, picture)
  return picture
}

/** Returns the picture, or `null` if it cannot be read. Throws if the storage is temporarily unavailable, so that callers try again later. */
export function tryLoadPicture(...asked: Parameters<typeof loadPicture>): Logo | null {
  try {
    return loadPicture(...asked)
  } catch (error) {
    if (isStorageUnavailable(error)) throw error
    logError('picture of a document:', error)
    return null
  }
}

/** Returns whether the header of an uploaded picture declares more pixels than the server decodes. */
export function hasTooManyPixels(file: filesystem.File): boolean {
  const reader = file.reader?.open()
  if (!reader) return false
  try {
    const { width, height } = readImageSize(Buffer.from(toBytes(reader)) as Bytes)
    return width * height > maxPixels
  } finally {
    reader.close()
  }
}

function readPicture(path: string, room: PictureBounds): Logo | null {
  const content = engine.files.read(path)
  if (!content) return null
  const bytes: Bytes = Buffer.from(content)
  return parseLogo(bytes) ?? convertPicture(path, bytes, room)
}

/** Returns the converted picture; `null` if its file is missing or damaged, for example by a power failure. It is then converted again. */
function readConverted(path: string): Logo | null {
  try {
    const bytes = engine.files.read(path)
    return bytes ? parseStoredJson<Logo | null>(toString(bytes), null) : null
  } catch (error) {
    if (isStorageUnavailable(error)) throw error
    return null
  }
}

/**
 * Converts pictures that a PDF cannot embed: transparent, interlaced or CMYK. PocketBase decodes them; colours and transparency are compressed
 * separately. The result is stored in the `thumbs_` folder, which PocketBase deletes with the file.
 */
function convertPicture(path: string, bytes: Bytes, room: PictureBounds): Logo | null {
  const { width, height } = readImageSize(bytes)
  if (!width || !height || width * height > maxPixels) return null
  const convertedPath = getConvertedPicturePath(path)
  const known = readConverted(convertedPath)
  if (known) return known
  const work = `${$os.tempDir()}/${$security.randomString(15)}`
  const files = $filesystem.local(work)
  try {
    write(files, 'given', 'image/bmp', bytes)
    files.createThumb('given', 'drawn', room)
    const { colours, ...mask } = splitAlpha(readBytes(files, 'drawn'))
    write(files, 'colours', 'image/png', colours)
    files.createThumb('colours', 'compressed', room)
    const picture = createMaskedLogo(bytes, readBytes(files, 'compressed'), mask)
    engine.files.write(convertedPath, $filesystem.fileFromBytes(JSON.stringify(picture), 'document.json'))
    engine.files.settle([convertedPath])
    return picture
  } finally {
    files.close()
    $os.removeAll(work)
  }
}

/** Decodes a PNG and encodes it again, at most 600 x 240 half points; `undefined` if it cannot be decoded. The caller limits its pixels. */
export function redrawPng(bytes: Bytes): Bytes | undefined {
  const work = `${$os.tempDir()}/${$security.randomString(15)}`
  const files = $filesystem.local(work)
  try {
    write(files, 'given', 'image/png', bytes)
    files.createThumb('given', 'drawn', '600x240f')
    return readBytes(files, 'drawn')
  } catch {
    return undefined
  } finally {
    files.close()
    $os.removeAll(work)
  }
}

/** Writes a file with a declared content type. PocketBase encodes thumbnails in that type, whatever the file contains. */
function write(files: filesystem.System, path: string, contentType: string, bytes: Bytes) {
  const writer = files.newWriter(path, { contentType } as blob.WriterOptions)
  writer.write(bytes)
  writer.close()
}

type Bytes = Buffer & Uint8Array

function readBytes(files: filesystem.System, path: string): Bytes {
  const reader = files.getReader(path)
  try {
    return Buffer.from(toBytes(reader))
  } finally {
    reader.close()
  }
}

const headBytes = 54

/** Splits a 32-bit BMP into a 24-bit BMP and its alpha values, top row first. A 24-bit BMP has no alpha. */
function splitAlpha(drawn: Bytes) {
  const long = (at: number) =>
    (drawn[at] as number) | ((drawn[at + 1] as number) << 8) | ((drawn[at + 2] as number) << 16)
  const width = long(18)
  const height = long(22)
  if (drawn[28] !== 32) return { colours: drawn, width, height, alpha: null }
  const step = (width * 3 + 3) & ~3
  const colours = new Uint8Array(headBytes + step * height)
  const alpha = new Uint8Array(width * height)
  for (let at = 0; at < headBytes; at++) colours[at] = drawn[at] as number
  colours.set([headBytes, 0, 0, 0], 10)
  colours[28] = 24
  for (let row = 0, from = long(10); row < height; row++) {
    let to = headBytes + row * step
    let seen = (height - 1 - row) * width
    for (let column = 0; column < width; column++, from += 4, to += 3) {
      const opacity = drawn[from + 3] as number
      alpha[seen++] = opacity
      // Transparent pixels become white, which compresses best.
      for (let ink = 0; ink < 3; ink++) colours[to + ink] = opacity ? (drawn[from + ink] as number) : 255
    }
  }
  return { colours: Buffer.from(colours.buffer), width, height, alpha }
}
