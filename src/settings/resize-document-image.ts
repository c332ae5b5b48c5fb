import { readImageSize } from '../domain/documents/image-size.ts'

/** Maximum size in pixels: twice the printed size. */
export const maxLogoSize = { widest: 480, tallest: 184 } as const
export const maxSignatureSize = { widest: 600, tallest: 240 } as const

/** JPEG qualities, tried in this order until the image has at most `maxBytes`. */
const qualities = [0.9, 0.75, 0.6]
/** Maximum image size in bytes. Limited because each document embeds the image, and because calls have a size limit. */
const maxBytes = 120_000

/** Maximum number of pixels of a picture to decode, more than cameras produce. */
const maxPixels = 100_000_000

/**
 * Converts a picture to a small image for documents: a PNG, or a JPEG on white if the PNG is too large. Returns an error code if both
 * fail.
 */
export async function resizeDocumentImage(
  file: File,
  { widest, tallest }: typeof maxLogoSize | typeof maxSignatureSize,
): Promise<File | 'settings.logoKind' | 'settings.logoSize' | 'picture.pixels'> {
  const { width, height } = readImageSize(new Uint8Array(await file.slice(0, 1_048_576).arrayBuffer()))
  if (width * height > maxPixels) return 'picture.pixels'
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return 'settings.logoKind'
  const scale = Math.min(1, widest / picture.width, tallest / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return 'settings.logoKind'
  const written = (type: string, quality?: number) =>
    new Promise<Blob | null>((done) => canvas.toBlob(done, type, quality))
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const png = await written('image/png')
  if (png && png.size <= maxBytes) return new File([png], 'imagen.png', { type: 'image/png' })
  pen.fillStyle = '#fff'
  pen.globalCompositeOperation = 'destination-over'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const blob = await written('image/jpeg', quality)
    if (blob && blob.size <= maxBytes) return new File([blob], 'imagen.jpg', { type: 'image/jpeg' })
  }
  return 'settings.logoSize'
}
