import { describe, expect, it } from 'vitest'
import { encodeMailboxName, parseSender } from '../../../pb_hooks/lib/mail-header.ts'
import { formatEml } from '../../../pb_hooks/mail/eml.ts'
import { readSender } from '../../support/sender.ts'

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
    const from = parseSender(variable)
    expect(from).toEqual({ name, address })
    const eml = formatEml({ from, to: [], subject: '', text: '', html: '', at: 0, id: 'x' })
    expect(readSender(eml)).toEqual([[name, address]])
    expect(readSender(`From: ${encodeMailboxName(name).replaceAll('\r\n', '')} <${address}>\r\n\r\n`)).toEqual([
      [name, address],
    ])
  })
})
