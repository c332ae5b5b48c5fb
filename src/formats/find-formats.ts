import type { Format } from '../domain/formats/format.ts'
import { toComparisonKey } from '../domain/text/comparison.ts'

type SearchedFormat = Pick<Format, 'code' | 'name' | 'aliases' | 'description' | 'category'>

interface FoundFormats<F> {
  formats: F[]
  /** True if no format contains all search words, and `formats` contains formats with some of the words. */
  isApproximate: boolean
}

const getNames = ({ name, aliases = '' }: SearchedFormat) => `${name} ${aliases}`
const getSearchedText = (format: SearchedFormat) =>
  toComparisonKey(`${format.code} ${getNames(format)} ${format.description} ${format.category}`)

/**
 * Finds the formats that contain all words of a search text. If there are none, finds formats that contain one of the
 * words or its stem in any text: «certificado laboral» → «Carta laboral». `getBody`: returns the document text, if loaded.
 */
export function findFormats<F extends SearchedFormat>(
  formats: readonly F[],
  text: string,
  getBody: (format: F) => string = () => '',
): FoundFormats<F> {
  // Splits into words first, because `toComparisonKey` removes spaces.
  const words = text.split(/\s+/).map(toComparisonKey).filter(Boolean)
  const exact = formats.filter((format) => {
    const searched = getSearchedText(format)
    return words.every((word) => searched.includes(word))
  })
  if (exact.length > 0) return { formats: exact, isApproximate: false }
  // Ignores short words such as «de», which nearly every format contains.
  const stems = words.filter((word) => word.length > 3).map((word) => word.slice(0, stemLength))
  const ranked = formats
    .map((format) => ({ format, score: countMatches(format, getBody(format), stems) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
  return { formats: ranked.map(({ format }) => format), isApproximate: ranked.length > 0 }
}

/** Length of a word's stem, in letters: «certificado» and «certificación» have the same stem. */
const stemLength = 7

/** Returns the score of a format: occurrences of the stems, weighted by where they are. */
function countMatches(format: SearchedFormat, documentText: string, stems: readonly string[]): number {
  const [name, text, body] = [toComparisonKey(getNames(format)), getSearchedText(format), toComparisonKey(documentText)]
  return stems.reduce(
    (sum, stem) => sum + (name.includes(stem) ? 4 : text.includes(stem) ? 2 : body.includes(stem) ? 1 : 0),
    0,
  )
}
