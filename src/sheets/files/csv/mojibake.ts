import type { Encoding, Mojibake } from '../book.ts'
import type { Texts } from '../texts.ts'
import { encodeWindows1252 } from './windows-1252.ts'

const strict = new TextDecoder('utf-8', { fatal: true })

const twice = /[\u00c2\u00c3\u00e2][\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]/
const foreign = /[\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]+/g
/** Mac Roman á, é, ñ, ó and Ñ between other letters, as Windows-1252 decodes them. */
const mac = /[A-Za-z][‡Ž–—„][A-Za-z]/
const looked = 200_000

/** Finds mojibake in the first 200,000 texts. Returns an example and its remedy, or undefined. */
export function findMojibake(texts: Texts, encoding?: Encoding, isChosen = false): Mojibake | undefined {
  return (
    offer(
      texts,
      (text) => twice.test(text) && repair(text) !== text,
      (broken) => ({ repaired: repair(broken), repair: true }),
    ) ??
    offer(
      texts,
      (text) => text.includes('\ufffd'),
      () => (isChosen && encoding !== 'windows-1252' ? { encoding: 'windows-1252' } : {}),
    ) ??
    (encoding === 'windows-1252'
      ? offer(
          texts,
          (text) => mac.test(text),
          (broken) => ({ repaired: asMac(broken), encoding: 'macintosh' }),
        )
      : undefined)
  )
}

function offer(
  texts: Texts,
  isBroken: (text: string) => boolean,
  remedy: (broken: string) => Partial<Mojibake>,
): Mojibake | undefined {
  let count = 0
  let broken = ''
  for (let id = 0; id < Math.min(texts.count, looked); id++) {
    const text = texts.get(id)
    if (isBroken(text) && count++ === 0) broken = text
  }
  return count === 0 ? undefined : { count, broken, ...remedy(broken) }
}

/** Repairs text that was decoded as Windows-1252 instead of UTF-8: «MuÃ±oz» → «Muñoz». */
export function repair(text: string): string {
  return text.replace(foreign, (run) => {
    try {
      return strict.decode(encodeWindows1252(run))
    } catch {
      return run
    }
  })
}

function asMac(text: string): string {
  return new TextDecoder('macintosh').decode(encodeWindows1252(text))
}
