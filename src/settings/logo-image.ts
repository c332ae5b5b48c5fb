/** Twice the size at which a letterhead shows it, in pixels: every document carries these bytes. */
const widest = 480
const tallest = 184

/** From the best: a picture of much detail may be too large for a document, which carries all of it. */
const qualities = [0.9, 0.75, 0.6]
/** Bytes: every document carries them all, and a call may not be much larger. */
const most = 120_000

/** Any picture the browser can show, redrawn on white as the small JPEG that a document can hold, or the code of why not. */
export async function logoImage(file: File): Promise<File | 'settings.logoKind' | 'settings.logoSize'> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return 'settings.logoKind'
  const scale = Math.min(1, widest / picture.width, tallest / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return 'settings.logoKind'
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (blob && blob.size <= most) return new File([blob], 'logo.jpg', { type: 'image/jpeg' })
  }
  return 'settings.logoSize'
}
