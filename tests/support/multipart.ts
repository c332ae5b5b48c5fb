/** Part of a sent form. */
export interface Part {
  name: string
  filename?: string
  type?: string
  body: Buffer
}

/** Parses a `multipart/form-data` body strictly by RFC 7578 and 2046; throws on anything else. */
export function partsOf(contentType: string, body: Buffer): Part[] {
  const boundary = /^multipart\/form-data; boundary=([\w'()+,./:=?-]{1,70})$/.exec(contentType)?.[1]
  if (!boundary) throw new Error(`no boundary in ${contentType}`)
  const parts: Part[] = []
  let at = 0
  function take(expected: string) {
    const found = body.toString('latin1', at, at + expected.length)
    if (found !== expected) throw new Error(`«${found}» at ${at} instead of «${expected}»`)
    at += expected.length
  }
  take(`--${boundary}`)
  while (body.toString('latin1', at, at + 2) !== '--') {
    take('\r\n')
    const head = body.indexOf('\r\n\r\n', at)
    const end = body.indexOf(`\r\n--${boundary}`, head + 2)
    if (head < 0 || end < 0) throw new Error('a part without an end')
    parts.push(partOf(body.toString('utf8', at, head), body.subarray(head + 4, end)))
    at = end
    take(`\r\n--${boundary}`)
  }
  take('--\r\n')
  if (at !== body.length) throw new Error('something stands after the end')
  return parts
}

function partOf(head: string, body: Buffer): Part {
  const headers = new Map(head.split('\r\n').map((line) => splitAt(line, ': ')))
  const disposition = headers.get('Content-Disposition') ?? ''
  const [, name, filename] = /^form-data; name="([^"\r\n]+)"(?:; filename="([^"\r\n]+)")?$/.exec(disposition) ?? []
  if (!name) throw new Error(`no name in «${head}»`)
  return { name, ...(filename && { filename }), ...(filename && { type: headers.get('Content-Type') }), body }
}

function splitAt(line: string, separator: string): [string, string] {
  const at = line.indexOf(separator)
  return [line.slice(0, at), line.slice(at + separator.length)]
}
