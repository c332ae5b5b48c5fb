import { expect, test } from 'vitest'
import { formatPhone } from '../../../src/domain/text/phone.ts'
import { typed } from './typed.ts'

test.each([
  ['CO', '300 123 4567', '+573001234567'],
  ['CO', '(601) 345 6789', '+576013456789'],
  ['CO', '+57 300-123-4567', '+573001234567'],
  ['CO', '(+57) 3001234567', '+573001234567'],
  ['CO', '57 3001234567', '+573001234567'],
  ['CO', '0057 3001234567', '+573001234567'],
  ['CO', '+1 202 555 0123', '+12025550123'],
  ['CO', '3001234', '!phone'],
  ['CO', '+57 300 123 456', '!phone'],
  ['CO', '300 123 4567 ext. 5', '!phone'],
  ['CO', '300 123 4567 / 601 345 6789', '!phone'],
  ['CO', '3,00123E+09', '!precision'],
  ['CO', '<b>1</b>', '!phone'],
  ['MX', '55 1234 5678', '+525512345678'],
  ['MX', '+52 1 55 1234 5678', '+525512345678'],
  ['PE', '987 654 321', '+51987654321'],
  ['PE', '01 456 7890', '+5114567890'],
  ['EC', '0991234567', '+593991234567'],
  ['EC', '02 234 5678', '+59322345678'],
  ['CL', '9 8765 4321', '+56987654321'],
  ['AR', '011 4321-5678', '+541143215678'],
  ['AR', '011 15 4321-5678', '+5491143215678'],
  ['AR', '+54 9 11 4321 5678', '+5491143215678'],
])('parses phone in %s: %s → %s', (country, text, value) =>
  expect(typed({ type: 'phone' }, text, {}, country)).toBe(value),
)

test.each([
  ['+573001234567', '+57 300 123 4567'],
  ['+5114567890', '+51 14 567 890'],
  ['+12025550123', '+12025550123'],
])('prints %s as %s', (phone, text) => expect(formatPhone(phone)).toBe(text))

test.each([
  ['ana@Empresa.COM', 'ana@empresa.com'],
  ['Ana.Muñoz@empresa.com', '!email'],
  ['Ana.Munoz+x@empresa.com.co', 'Ana.Munoz+x@empresa.com.co'],
  ['mailto:ana@x.co', 'ana@x.co'],
  ['MAILTO: ana@x.co', 'ana@x.co'],
  ['mailto:ana@x.co?subject=Hola', 'ana@x.co'],
  ['<mailto:ana@x.co>', 'ana@x.co'],
  ['mailto:', '!email'],
  ['ana@', '!email'],
  ['ana@empresa', '!email'],
  ['ana@@empresa.com', '!email'],
  ['a..b@x.co', '!email'],
  ['ana@-x.co', '!email'],
  ['ana @x.co', '!email'],
  [`${'a'.repeat(65)}@x.co`, '!email'],
  ['ana@Peña.COM.co', 'ana@peña.com.co'],
  ['ana@ÑANDÚ.cl', 'ana@ñandú.cl'],
  ['ana@ñ.co', 'ana@ñ.co'],
  ['ana@×.co', '!email'],
  ['Ana Peña <ana@empresa.co>', '!email ?ana@empresa.co'],
  ['"Peña, Ana" <ana@empresa.co>;', '!email ?ana@empresa.co'],
  ['<ana@empresa.co>', '!email ?ana@empresa.co'],
  ['ana@empresa.co;', '!email ?ana@empresa.co'],
  ['ana@empresa.co.', '!email ?ana@empresa.co'],
  ['ana@empresa.co ; ', '!email ?ana@empresa.co'],
  ['ana@empresa.co; luis@empresa.co', '!email'],
  ['Ana <ana@empresa.co>, Luis <luis@empresa.co>', '!email'],
  ['Ana Peña <ana@>', '!email'],
])('parses email %s → %s', (text, value) => expect(typed({ type: 'email' }, text)).toBe(value))
