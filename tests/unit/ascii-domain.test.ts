import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { isEmailDomainAllowed } from '../../src/domain/settings/settings.ts'
import { toAsciiDomain } from '../../src/domain/text/ascii-domain.ts'
import { registrationSchema } from '../../src/domain/users/user.ts'

test.each([
  ['ana@empresa.co', 'ana@empresa.co'],
  ['Ana@Empresa.CO', 'Ana@Empresa.CO'],
  ['ana@peña.co', 'ana@xn--pea-8ma.co'],
  ['ana@PEN\u0303A.co', 'ana@xn--pea-8ma.co'],
  ['peña.co', 'peña.co'],
])('encodes the domain of %s as %s', (address, ascii) => expect(toAsciiDomain(address)).toBe(ascii))

test.each([
  'ñandú.cl',
  'ñ.co',
  'compañía-añeja.com.mx',
  'pingüino.áéíóú.ar',
  'español-ññññññññññññññññ.pe',
  'münchen日本語.de',
])('encodes %s like Node', (domain) => expect(toAsciiDomain(`a@${domain}`)).toBe(`a@${domainToASCII(domain)}`))

test('an account may have an address with ñ in its domain, which the allowed domains name', () => {
  const { data } = registrationSchema.safeParse({
    ...{ name: 'Ana Ruiz', email: 'ana@peña.co', phone: '', password: 'abc123', passwordConfirm: 'abc123' },
  })
  expect(data?.email).toBe('ana@xn--pea-8ma.co')
  expect(isEmailDomainAllowed('ana@xn--pea-8ma.co', 'empresa.co, @Peña.co')).toBe(true)
  expect(isEmailDomainAllowed('ana@xn--pea-8ma.co', 'pena.co')).toBe(false)
})
