/** Twice the size at which a letterhead shows it, in pixels: every document carries these bytes. */
const widest = 480
const tallest = 184

/** Any picture the browser can show, redrawn on white as the small JPEG that a document can hold; null for what is none. */
export async function logoImage(file: File): Promise<File | null> {
  const picture = await createImageBitmap(file).catch(() => null)
  if (!picture) return null
  const scale = Math.min(1, widest / picture.width, tallest / picture.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const pen = canvas.getContext('2d')
  if (!pen) return null
  pen.fillStyle = '#fff'
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9))
  return blob && new File([blob], 'logo.jpg', { type: 'image/jpeg' })
}
