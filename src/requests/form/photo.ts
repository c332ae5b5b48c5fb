import { formatFileSize } from '../../lib/number-format.ts'

/** Maximum pixels of a reduced photo, because iPhones support no larger canvas. */
const maxCanvasPixels = 16_000_000
const jpegQuality = 0.85
const maxAttempts = 5

interface PreparedPhoto {
  file: File
  /** Message that the photo was reduced; empty if unchanged. */
  notice: string
}

/**
 * Prepares a photo for upload. Names it by its time (`foto 2026-11-24 15-04-05.jpg`), because phones repeat names, and
 * reduces it if it exceeds `maxBytes`. Returns it unchanged if the browser cannot decode it.
 */
export async function preparePhoto(photo: File, maxBytes: number): Promise<PreparedPhoto> {
  const name = `foto ${formatFileTime(new Date())}`
  const reduced = photo.size > maxBytes ? await reducePhoto(photo, maxBytes) : null
  if (!reduced) {
    const [, extension = ''] = /(\.\w+)$/.exec(photo.name) ?? []
    return { file: new File([photo], name + extension, { type: photo.type }), notice: '' }
  }
  const notice = `La foto pesaba ${formatFileSize(photo.size)}. Se redujo a ${formatFileSize(reduced.size)} para adjuntarla.`
  return { file: new File([reduced], `${name}.jpg`, { type: 'image/jpeg' }), notice }
}

/** `2026-11-24 15-04-05`, in local time and without colons, which Windows does not accept in file names. */
function formatFileTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000)
  return local.toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '-')
}

/** Returns the photo as a JPEG of at most `maxBytes` with fewer pixels; `null` if that fails. */
async function reducePhoto(photo: File, maxBytes: number): Promise<Blob | null> {
  const picture = await createImageBitmap(photo).catch(() => null)
  if (!picture) return null
  const canvas = document.createElement('canvas')
  let scale = Math.min(1, Math.sqrt(maxCanvasPixels / (picture.width * picture.height)))
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    canvas.width = Math.max(1, Math.round(picture.width * scale))
    canvas.height = Math.max(1, Math.round(picture.height * scale))
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', jpegQuality))
    if (!blob || blob.size <= maxBytes) {
      picture.close()
      return blob
    }
    // The size is roughly proportional to the number of pixels. Takes 5 % less, so that the next attempt fits.
    scale *= Math.sqrt(maxBytes / blob.size) * 0.95
  }
  picture.close()
  return null
}
