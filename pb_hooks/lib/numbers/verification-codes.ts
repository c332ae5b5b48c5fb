import {
  formatVerificationCode,
  verificationCodeAlphabet,
  verificationCodeLength,
} from '../../../src/domain/documents/verification-code.ts'

const formattedCodeLength = 14

/** Returns `count` new verification codes as one concatenated string, from which SQL takes each with `buildVerificationCodeSql`. */
export function generateVerificationCodes(count: number): string {
  return count
    ? formatVerificationCode(
        $security.randomStringWithAlphabet(count * verificationCodeLength, verificationCodeAlphabet),
      )
    : ''
}

export function parseVerificationCodeList(codes: string): string[] {
  return codes.match(/.{14}/g) ?? []
}

/**
 * Returns SQL for the code at the zero-based position `place`. Cuts the text by bytes, because SQLite finds a character
 * position only by reading from the start.
 */
export const buildVerificationCodeSql = (codes: string, place: string) =>
  `CAST(substr(CAST(${codes} AS BLOB), 1 + ${formattedCodeLength} * (${place}), ${formattedCodeLength}) AS TEXT)`
