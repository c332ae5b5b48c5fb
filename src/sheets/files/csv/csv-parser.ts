import { FileReadError } from '../file-read-error.ts'

/** Record of a CSV. `line`: one-based line number where the record starts. An empty line is a record without fields. */
export interface CsvRecord {
  line: number
  fields: string[]
}

const lineBreak = /\r\n|\r|\n/g

/**
 * Parses CSV with the quoting rules of Excel.
 * Only a quote at the start of a field opens a quoted field. Text after the closing quote belongs to the field.
 * CR LF, LF or CR ends a record. An unclosed quote throws an error with its line number.
 */
export function* parseCsv(text: string, delimiter: string, firstLine = 1): Generator<CsvRecord, void, undefined> {
  let line = firstLine
  let at = 0
  const separator = delimiter.charCodeAt(0)

  function endsLine(): boolean {
    if (text[at] !== '\n' && text[at] !== '\r') return false
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
    line++
    return true
  }
  function readPlain(): string {
    const from = at
    let end = from
    for (; end < text.length; end++) {
      const code = text.charCodeAt(end)
      if (code === separator || code === lf || code === cr) break
    }
    at = end
    return text.slice(from, end)
  }
  function readQuoted(): string {
    const opened = line
    const from = at + 1
    let to = text.indexOf('"', from)
    while (to >= 0 && text[to + 1] === '"') to = text.indexOf('"', to + 2)
    if (to < 0) throw new FileReadError('file.quote', { line: opened })
    const quoted = text.slice(from, to)
    line += quoted.match(lineBreak)?.length ?? 0
    at = to + 1
    const rest = readPlain()
    // Rejects a quoted field over several lines that is followed by more text: its opening quote is a typing error.
    if (line > opened && rest.trim() !== '') throw new FileReadError('file.quote', { line: opened })
    return quoted.replaceAll('""', '"') + rest
  }

  while (at < text.length) {
    const record: CsvRecord = { line, fields: [] }
    if (!endsLine())
      for (;;) {
        record.fields.push(text[at] === '"' ? readQuoted() : readPlain())
        if (at >= text.length || endsLine()) break
        at++
      }
    yield record
  }
}

const lf = 0x0a
const cr = 0x0d
