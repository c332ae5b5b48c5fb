import { pictureSize } from '../domain/documents/logo.ts'

/** Twice the size at which a document shows it, in pixels: every document carries these bytes. */
export const logoSize = { widest: 480, tallest: 184 } as const
export const signatureSize = { widest: 600, tallest: 240 } as const

/** From the best: a picture of much detail may be too large for a document, which carries all of it. */
const qualities = [0.9, 0.75, 0.6]
/** Bytes: every document carries them all, and a call may not be much larger. */
const most = 120_000

type Size = typeof logoSize | typeof signatureSize

/** Pixels of a picture that the browser decodes: more than any camera's. */
const mostPixels = 100_000_000

/** Any picture the browser can show, as small as a document needs it: with what one sees through, or else on white; or the code of why not. */
export async function documentImage(
  file: File,
  { widest, tallest }: Size,
): Promise<File | 'settings.logoKind' | 'settings.logoSize' | 'picture.pixels'> {
  const { width, height } = pictureSize(new Uint8Array(await file.slice(0, 1_048_576).arrayBuffer()))
  if (width * height > mostPixels) return 'picture.pixels'
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
  const whole = await written('image/png')
  if (whole && whole.size <= most) return new File([whole], 'imagen.png', { type: 'image/png' })
  pen.fillStyle = '#fff'
  pen.globalCompositeOperation = 'destination-over'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const blob = await written('image/jpeg', quality)
    if (blob && blob.size <= most) return new File([blob], 'imagen.jpg', { type: 'image/jpeg' })
  }
  return 'settings.logoSize'
}
