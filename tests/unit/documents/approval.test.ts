import { expect, test } from 'vitest'
import { formatApproval, formatApprover } from '../../../src/domain/documents/approval.ts'
import { formatEventAction } from '../../../src/domain/history/event-action.ts'

const at = '2026-11-29T15:48'

test.each([
  [{ by: 'Ana Ruiz' }, 'Aprobó Ana Ruiz el 29 de noviembre de 2026 a las 3:48 p. m.'],
  [
    { by: 'Ana Ruiz', isConfirmed: true },
    'Aprobado electrónicamente por Ana Ruiz, el 29 de noviembre de 2026 a las 3:48 p. m.',
  ],
  [
    { by: formatApprover({ approver: 'Ana Ruiz', inPlaceOf: 'Luz Paz' }), isConfirmed: true },
    'Aprobado electrónicamente por Ana Ruiz, en lugar de Luz Paz, el 29 de noviembre de 2026 a las 3:48 p. m.',
  ],
  [{ by: '', isConfirmed: true }, 'Generado el 29 de noviembre de 2026 a las 3:48 p. m.'],
])('formats the approval %j', (approval, sentence) => {
  expect(formatApproval({ ...approval, at }).replace(/\u00a0/g, ' ')).toBe(sentence)
})

test('says in the history that the approver confirmed the identity', () => {
  const event = { action: 'approve', to: 'approved', details: { step: 'Jefe', identity: 'password' } }
  expect(formatEventAction(event, 'aprobó la solicitud')).toBe(
    'aprobó la solicitud en el paso «Jefe», con su contraseña',
  )
})
