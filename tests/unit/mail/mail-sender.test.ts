import { describe, expect, it } from 'vitest'
import { parseSender } from '../../../pb_hooks/lib/mail-sender.ts'

const address = 'formatos@ejemplo.test'

describe('MAIL_FROM', () => {
  it.each([
    [`Talento Humano, Andina S. A. S. <${address}>`, 'Talento Humano, Andina S. A. S.'],
    [`"Talento Humano, Andina S. A. S." <${address}>`, 'Talento Humano, Andina S. A. S.'],
    [`Gestión Humana, Peña y Cía. <${address}>`, 'Gestión Humana, Peña y Cía.'],
    [`"La \\"Oficina\\"; Sede (Norte): uno@dos" <${address}>`, 'La "Oficina"; Sede (Norte): uno@dos'],
    [`Formatos <${address}>`, 'Formatos'],
    [`=?x?q?y?= <${address}>`, '=?x?q?y?='],
    [`  ${address} `, ''],
    [
      `Dirección Administrativa, Financiera, de Talento Humano y de Contratación <${address}>`,
      'Dirección Administrativa, Financiera, de Talento Humano y de Contratación',
    ],
  ])('%j is one mailbox', (variable, name) => {
    expect(parseSender(variable)).toEqual({ name, address })
  })
})
