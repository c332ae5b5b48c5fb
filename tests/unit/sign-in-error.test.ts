import { ClientResponseError } from 'pocketbase'
import { expect, test } from 'vitest'
import { getSafeRedirect } from '../../src/session/redirect.ts'
import { formatSignInError } from '../../src/session/sign-in/sign-in-error.ts'

const refusal = (status: number, data: object = {}, message = 'Failed to authenticate.') =>
  new ClientResponseError({ status, response: { status, message, data } })
const waitMessage = 'Hubo demasiados intentos fallidos. Espere {wait} e inténtelo de nuevo.'

test.each([
  [
    refusal(403, { code: { code: 'user.inactive' } }, 'El usuario no esta activo comuniquese con el administrador'),
    'Error de autenticación: El usuario no esta activo comuniquese con el administrador',
  ],
  [new Error('No se recibieron datos del usuario'), 'Error de autenticación: No se recibieron datos del usuario'],
  [refusal(400), 'Error de autenticación: El correo o la contraseña no son correctos.'],
  [refusal(429), 'Error de autenticación: Demasiados intentos seguidos. Espere un minuto e inténtelo de nuevo.'],
  [
    refusal(429, { code: { code: 'signIn.wait' }, wait: { code: '840' } }, waitMessage),
    'Error de autenticación: Hubo demasiados intentos fallidos. Espere 14 minutos e inténtelo de nuevo.',
  ],
  [
    refusal(429, { code: { code: 'signIn.wait' }, wait: { code: '41' } }, waitMessage),
    'Error de autenticación: Hubo demasiados intentos fallidos. Espere 41 segundos e inténtelo de nuevo.',
  ],
  [refusal(0), 'Error de autenticación: No hay conexión con el servidor. Revise la red e inténtelo de nuevo.'],
  [new Error('cualquier otra cosa'), 'Error de autenticación: cualquier otra cosa'],
  ['texto suelto', 'Error de autenticación'],
  [undefined, 'Error de autenticación'],
])('formats the sign-in error %#', (cause, text) => {
  expect(formatSignInError(cause)).toBe(text)
})

const origin = 'https://formatos.test'

test.each([
  ['/app/request/abc?page=2#historia', '/app/request/abc?page=2#historia'],
  ['https://formatos.test/app/profile', '/app/profile'],
  ['/app', '/app'],
  [undefined, '/app/dashboard'],
  ['', '/app/dashboard'],
  ['https://otro.test/app/dashboard', '/app/dashboard'],
  ['//otro.test/app', '/app/dashboard'],
  ['/\\otro.test/app', '/app/dashboard'],
  ['javascript:alert(1)', '/app/dashboard'],
  ['/auth/login', '/app/dashboard'],
  ['/app/../auth/login', '/app/dashboard'],
  ['/application', '/app/dashboard'],
])('redirects after sign-in from %s to %s', (wanted, target) => {
  expect(getSafeRedirect(wanted, origin)).toBe(target)
})
