import { expect, test } from 'vitest'
import { encodeScreenQrCode } from '../../../src/domain/documents/qr/qr.ts'
import { buildTotpUrl, groupByFour } from '../../../src/session/second-factor.ts'

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

test('the text of the QR code names account and issuer', () => {
  expect(buildTotpUrl({ secret }, 'ana@ejemplo.test', 'Café & Té')).toBe(
    'otpauth://totp/ana%40ejemplo.test?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Caf%C3%A9%20%26%20T%C3%A9',
  )
})

test('a long issuer is shortened until the QR code holds the text', () => {
  const email = 'maria.fernanda.rodriguez@ministerio.gov.co'
  const url = buildTotpUrl({ secret }, email, '😀 Ministerio de Tecnologías de la Información')
  expect(url).toBe(
    `otpauth://totp/maria.fernanda.rodriguez%40ministerio.gov.co?secret=${secret}&issuer=%F0%9F%98%80%20Ministerio`,
  )
  expect(encodeScreenQrCode(url)).not.toBeNull()
  const tooLong = buildTotpUrl({ secret }, `${'a'.repeat(80)}@ejemplo.test`, 'Empresa')
  expect(tooLong.endsWith('&issuer=')).toBe(true)
  expect(encodeScreenQrCode(tooLong)).toBeNull()
})

test('a code is shown in groups of four', () => {
  expect(groupByFour('ABCDEFGHIJKLMNOP')).toBe('ABCD EFGH IJKL MNOP')
})
