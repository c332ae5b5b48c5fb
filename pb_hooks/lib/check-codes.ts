import { codeLength, codeLetters, grouped } from '../../src/domain/documents/check-code.ts'

/** The letters of a code with what stands between them. */
const written = 14

/** New codes by which documents are checked, one behind the other: so a statement that writes many takes each with `codeSql`. */
export function newCodes(count: number): string {
  return count ? grouped($security.randomStringWithAlphabet(count * codeLength, codeLetters)) : ''
}

export function eachCode(codes: string): string[] {
  return codes.match(/.{14}/g) ?? []
}

/** In bytes, among which the place of a code is found without a walk through those before it. */
export const codeSql = (codes: string, place: string) =>
  `CAST(substr(CAST(${codes} AS BLOB), 1 + ${written} * (${place}), ${written}) AS TEXT)`
