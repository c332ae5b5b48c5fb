import type { StringTable } from '../string-table.ts'
import type { MojibakeReport, TextEncodingName } from '../workbook.ts'
import { encodeWindows1252 } from './windows-1252.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

const doubleEncodedPattern = /[\u00c2\u00c3\u00e2][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/
const nonAsciiPattern = /[\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+/g
/** Matches á, é, ñ, ó and Ñ of Mac Roman, wrongly decoded as Windows-1252, between letters. */
const macRomanPattern = /[A-Za-z][‡Ž–—„][A-Za-z]/
const maxCheckedTexts = 200_000

/**
 * Detects wrongly decoded letters in the first 200,000 texts. Returns an example and how to repair it; undefined if
 * there are none.
 */
export function detectMojibake(
  texts: StringTable,
  encoding?: TextEncodingName,
  isChosen = false,
): MojibakeReport | undefined {
  // Skips most texts without decoding them: both errors leave adjacent non-ASCII characters, or one beyond U+07FF.
  const isSuspicious = (id: number) => !texts.hasOnlyIsolatedLetters(id)
  return (
    findBrokenTexts(
      texts,
      isSuspicious,
      (text) => doubleEncodedPattern.test(text) && repairMojibake(text) !== text,
      (broken) => ({ repaired: repairMojibake(broken), repair: true }),
    ) ??
    findBrokenTexts(
      texts,
      isSuspicious,
      (text) => text.includes('\ufffd'),
      () => (isChosen && encoding !== 'windows-1252' ? { encoding: 'windows-1252' } : {}),
    ) ??
    (encoding === 'windows-1252'
      ? findBrokenTexts(
          texts,
          () => true,
          (text) => macRomanPattern.test(text),
          (broken) => ({ repaired: decodeAsMacRoman(broken), encoding: 'macintosh' }),
        )
      : undefined)
  )
}

function findBrokenTexts(
  texts: StringTable,
  isSuspicious: (id: number) => boolean,
  isBroken: (text: string) => boolean,
  remedy: (broken: string) => Partial<MojibakeReport>,
): MojibakeReport | undefined {
  let count = 0
  let broken = ''
  for (let id = 0; id < Math.min(texts.count, maxCheckedTexts); id++) {
    if (!isSuspicious(id)) continue
    const text = texts.get(id)
    if (isBroken(text) && count++ === 0) broken = text
  }
  return count === 0 ? undefined : { count, broken, ...remedy(broken) }
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

function decodeAsMacRoman(text: string): string {
  return new TextDecoder('macintosh').decode(encodeWindows1252(text))
}
