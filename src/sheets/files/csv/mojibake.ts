import type { StringTable } from '../string-table.ts'
import type { MojibakeReport, TextEncodingName } from '../workbook.ts'
import { type CodePage, encodeWindows1252, redecodeWindows1252 } from './encoding.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

const doubleEncodedPattern = /[\u00c2\u00c3\u00e2][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/
const nonAsciiPattern = /[\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+/g
const maxCheckedTexts = 200_000

/** Detects wrongly decoded letters in the first 200,000 texts. Returns an example and how to repair it. */
export function detectMojibake(
  texts: StringTable,
  encoding?: TextEncodingName,
  isChosen = false,
): MojibakeReport | undefined {
  const checked = texts.list(maxCheckedTexts)
  return (
    reportBrokenTexts(
      checked.filter((text) => doubleEncodedPattern.test(text) && repairMojibake(text) !== text),
      (broken) => ({ repaired: repairMojibake(broken), repair: true }),
    ) ??
    reportBrokenTexts(
      checked.filter((text) => text.includes('\ufffd')),
      () => (isChosen && encoding !== 'windows-1252' ? { encoding: 'windows-1252' } : {}),
    ) ??
    (encoding === 'windows-1252'
      ? findOtherCodePage(checked.filter((text) => /[\u0080-\uffff]/.test(text)))
      : undefined)
  )
}

/** Code pages that a file decoded as Windows-1252 may have; if two fit equally well, the first wins. */
const otherCodePages = ['ibm850', 'ibm437', 'macintosh'] as const satisfies readonly CodePage[]

/**
 * Matches a Spanish letter with accent in a word, in the case of its neighbours: «Muñoz», «Íñigo», «BOGOTÁ», but not «MUñOZ» or «CaliñBogotá».
 * Between small letters, ñ stands between vowels.
 */
const spanishLetterPattern =
  /(?<=[a-zß-ÿ]|(?<![A-ZÀ-Þ])[A-ZÀ-Þ])(?:[áéíóúü](?![A-ZÀ-Þ])|ñ(?=[aeiouáéíóú]))|(?<![A-Za-zÀ-ÿ])[áéíóúñ](?=[a-z])|(?<![a-zß-ÿ])[ÁÉÍÓÚÜÑ](?=[A-ZÀ-Þ])|(?<=[A-ZÀ-Þ])[ÁÉÍÓÚÜÑ](?![a-zß-ÿ])|(?<![A-Za-zÀ-ÿ])[ÁÉÍÓÚÑ](?=[a-zß-ÿ])/g
/** Signs of Windows-1252 that also stand beside letters, such as the dash of «Cali–Bogotá» or a no-break space. */
const plausibleSigns = '\u00a0¡–—‘’“”…'

/** Number of texts with non-ASCII characters that decide on the code page. */
const maxScoredTexts = 2_000
const matchLetters = (text: string) => Array.from(text.matchAll(spanishLetterPattern), ({ index }) => index)

/**
 * Returns the code page in which the texts have more Spanish letters than in Windows-1252. Letters that Windows-1252 reads as plausible signs count
 * only if it has no Spanish letter in any text.
 */
function findOtherCodePage(texts: readonly string[]): MojibakeReport | undefined {
  const scores = otherCodePages.map((encoding) => ({ encoding, letters: 0, doubtful: 0 }))
  let own = 0
  for (const text of texts.slice(0, maxScoredTexts)) {
    own += matchLetters(text).length
    for (const score of scores)
      for (const index of matchLetters(redecodeWindows1252(text, score.encoding)))
        if (!plausibleSigns.includes(text[index] as string)) score.letters++
        // Skips an English possessive, such as «Wendy’s».
        else if (!/^’s\b/.test(text.slice(index, index + 3))) score.doubtful++
  }
  const weigh = ({ letters, doubtful }: (typeof scores)[number]) =>
    letters + (own === 0 || letters > own ? doubtful : 0)
  const [best] = scores.sort((a, b) => weigh(b) - weigh(a))
  if (!best || weigh(best) <= own) return undefined
  const { encoding } = best
  return reportBrokenTexts(
    texts.filter((text) => matchLetters(redecodeWindows1252(text, encoding)).length > 0),
    (broken) => ({ repaired: redecodeWindows1252(broken, encoding), encoding }),
  )
}

function reportBrokenTexts(
  [broken, ...others]: readonly string[],
  remedy: (broken: string) => Partial<MojibakeReport>,
): MojibakeReport | undefined {
  return broken === undefined ? undefined : { count: others.length + 1, broken, ...remedy(broken) }
}

/** Repairs text that was decoded as Windows-1252 instead of UTF-8: «MuÃ±oz» → «Muñoz». */
export function repairMojibake(text: string): string {
  return text.replace(nonAsciiPattern, (run) => {
    try {
      return strict.decode(encodeWindows1252(run))
    } catch {
      return run
    }
  })
}
