import { codeLength, codeLetters, grouped } from '../../src/domain/documents/check-code.ts'

/** Length of a code including its separators. */
const written = 14

/** Returns `count` new verification codes as one concatenated string, from which SQL takes each with `codeSql`. */
export function newCodes(count: number): string {
  return count ? grouped($security.randomStringWithAlphabet(count * codeLength, codeLetters)) : ''
}

export function eachCode(codes: string): string[] {
  return codes.match(/.{14}/g) ?? []
}

/** Returns SQL for the code at zero-based position `place`. Cuts bytes, because finding a character requires a scan from the start. */
export const codeSql = (codes: string, place: string) =>
  `CAST(substr(CAST(${codes} AS BLOB), 1 + ${written} * (${place}), ${written}) AS TEXT)`
