interface FormFile {
  field: string
  name: string
  type: string
  text: string
}

/** Builds a `multipart/form-data` body with one file (RFC 7578). Field names must be safe; the file may contain any bytes. */
export function buildMultipartBody(fields: Record<string, string>, file: FormFile): { type: string; text: string } {
  let boundary = ''
  do boundary = $security.randomString(40)
  while (file.text.includes(boundary))
  const parts = Object.entries(fields).map(([name, value]) => [`name="${name}"`, '', value])
  parts.push([`name="${file.field}"; filename="${file.name}"`, `Content-Type: ${file.type}`, '', file.text])
  const text = parts.map((lines) => `--${boundary}\r\nContent-Disposition: form-data; ${lines.join('\r\n')}\r\n`)
  return { type: `multipart/form-data; boundary=${boundary}`, text: `${text.join('')}--${boundary}--\r\n` }
}
