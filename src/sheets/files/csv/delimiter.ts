import { createHeaderMatcher, type HeaderMatcher } from '../../../domain/batches/column-matching.ts'
import type { Field } from '../../../domain/fields/field.ts'
import { FileReadError } from '../file-read-error.ts'
import { countMatchedFields } from '../header-row.ts'
import { parseCsv } from './csv-parser.ts'

/** Supported delimiters by precedence: if two fit equally well, the first wins. */
const supportedDelimiters = [';', ',', '\t', '|'] as const

const sampledRecords = 50
const sampledHeaders = 20

interface DelimiterScore {
  fields: number
  steadiness: number
  width: number
}

/** Returns the delimiter with which the header matches most fields, else with the most uniform records. */
export function detectDelimiter(text: string, fields: readonly Field[]): string {
  const matcher = createHeaderMatcher(fields)
  const ranked = supportedDelimiters.map((delimiter) => ({
    delimiter,
    merit: scoreDelimiter(parseFirstRecords(text, delimiter), matcher),
  }))
  ranked.sort(({ merit: a }, { merit: b }) => b.fields - a.fields || b.steadiness - a.steadiness || b.width - a.width)
  return ranked[0]?.delimiter ?? ';'
}

function scoreDelimiter(records: readonly string[][], matcher: HeaderMatcher): DelimiterScore {
  const scores = records.slice(0, sampledHeaders).map((texts) =>
    countMatchedFields(
      texts.map((text, column) => ({ column, texts: [text] })),
      matcher,
    ),
  )
  const fields = Math.max(0, ...scores)
  const width = fields > 0 ? (records[scores.indexOf(fields)]?.length ?? 0) : getUsualWidth(records)
  const steady = records.filter(({ length }) => length === width).length
  return { fields, steadiness: steady / Math.max(1, records.length), width }
}

/** Returns the most frequent number of fields per record. Ignores records with a single field. */
function getUsualWidth(records: readonly string[][]): number {
  const counts = new Map<number, number>()
  for (const { length } of records) if (length > 1) counts.set(length, (counts.get(length) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0]?.[0] ?? 0
}

/** Returns the first records with fields. Returns fewer if parsing fails: with a wrong delimiter, a quote may stay unclosed. */
function parseFirstRecords(text: string, delimiter: string): string[][] {
  const records: string[][] = []
  try {
    for (const { fields } of parseCsv(text, delimiter)) {
      if (fields.length > 0) records.push(fields)
      if (records.length === sampledRecords) break
    }
  } catch (error) {
    if (!(error instanceof FileReadError)) throw error
  }
  return records
}
