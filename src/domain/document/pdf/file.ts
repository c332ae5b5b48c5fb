/** The numbered objects of a PDF; everything in them is ASCII, so that a character is a byte. */
export interface File {
  objects: string[]
}

/** Takes the next number; its object is put later. */
export function reserve(file: File): number {
  return file.objects.push('')
}

export function putObject(file: File, number: number, object: string): void {
  file.objects[number - 1] = object
}

export function add(file: File, object: string): number {
  return file.objects.push(object)
}

export function stream(content: string, entries = ''): string {
  return `<<${entries}/Length ${content.length}>>\nstream\n${content}\nendstream`
}

/** What each file begins with, and its bytes: four letters beyond ASCII, two bytes each, tell whoever carries it that it is no text. */
export const head = { text: '%PDF-1.7\n%éééé\n', bytes: 19 } as const

/** All that follows the head. */
export function assemble({ objects }: File, trailer: string): string {
  const parts: string[] = []
  const table = [`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`]
  let at: number = head.bytes
  for (let index = 0; index < objects.length; index++) {
    const part = `${index + 1} 0 obj\n${objects[index]}\nendobj\n`
    table.push(`${String(at).padStart(10, '0')} 00000 n \n`)
    parts.push(part)
    at += part.length
  }
  parts.push(...table, `trailer\n<</Size ${objects.length + 1}${trailer}>>\nstartxref\n${at}\n%%EOF\n`)
  return parts.join('')
}
