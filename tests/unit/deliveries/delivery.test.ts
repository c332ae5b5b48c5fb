import { describe, expect, it } from 'vitest'
import { buildDeliveryMail } from '../../../pb_hooks/deliveries/delivery-mail.ts'
import { canManageDelivery, classifyMailError, getWhatsAppUrl } from '../../../src/domain/deliveries/delivery.ts'
import type { Field } from '../../../src/domain/fields/field.ts'
import { suggestDelivery, validateDelivery } from '../../../src/domain/formats/delivery-settings.ts'
import { renameField } from '../../../src/domain/formats/rename.ts'
import { findUnusedFields } from '../../../src/domain/formats/unused-fields.ts'

const nombre: Field = { key: 'nombre', label: 'Nombre completo', type: 'text' }
const cargo: Field = { key: 'cargo', label: 'Cargo', type: 'text' }
const correo: Field = { key: 'correo', label: 'Correo', type: 'email' }
const jefe: Field = { key: 'jefe', label: 'Correo del jefe', type: 'email' }
const celular: Field = { key: 'celular', label: 'Celular', type: 'phone' }

describe('suggested settings', () => {
  it('name the only field of each kind', () => {
    expect(suggestDelivery([nombre, cargo, correo, celular])).toEqual({
      email: 'correo',
      name: 'nombre',
      phone: 'celular',
    })
    expect(suggestDelivery([cargo, correo, jefe])).toEqual({})
    expect(suggestDelivery([correo, { ...jefe, approvers: 'fill' }])).toEqual({ email: 'correo' })
  })
})

describe('settings', () => {
  const fields = [nombre, correo, celular]
  it('refer to fields of the right type that the requester fills in', () => {
    expect(validateDelivery({ email: 'correo', name: 'nombre', phone: 'celular' }, fields, true)).toEqual({})
    expect(validateDelivery({ email: 'nombre', phone: 'otro' }, fields, true)).toEqual({
      'delivery.email': 'format.recipient',
      'delivery.phone': 'format.recipient',
    })
    expect(validateDelivery({ email: 'jefe' }, [{ ...jefe, approvers: 'fill' }], true)).toEqual({
      'delivery.email': 'format.recipient',
    })
  })

  it('require a review, because the requester writes the address', () => {
    expect(validateDelivery({ email: 'correo' }, fields, false)).toEqual({ 'delivery.email': 'format.deliveryReview' })
    expect(validateDelivery({}, fields, false)).toEqual({})
  })

  it('follow a renamed field, and count as a use of it', () => {
    const content = { fields, body: 'Hola', delivery: { email: 'correo' } }
    expect(renameField(content, { from: 'correo', to: 'email' }).delivery).toEqual({ email: 'email' })
    expect(findUnusedFields(content)).toEqual(['nombre', 'celular'])
  })
})

describe('error of a mail server', () => {
  it.each([
    ['recipient refused: 550 "5.1.1 User unknown"', true, /^address: 550 "5.1.1 User unknown"$/],
    ['recipient refused: 550 5.7.1 "blocked"', true, /^refused: 550 5.7.1/],
    ['message refused: 554 "spam"', true, /^refused: 554 "spam"$/],
    ['recipient refused: 451 "try later"', false, /^refused: 451/],
    ['535 "bad password"', false, /^refused: 535/],
    ['dial tcp: connection refused', false, /^refused: dial tcp/],
  ])('%s', (text, isFinal, error) => {
    expect(classifyMailError(text)).toEqual({ isFinal, error: expect.stringMatching(error) })
  })

  it('is final and unknown if the server got the whole mail and did not refuse it', () => {
    expect(classifyMailError('EOF', true)).toEqual({ isFinal: true, error: 'unknown: EOF' })
    expect(classifyMailError('message refused: 451 later', true)).toEqual({
      isFinal: false,
      error: 'refused: 451 later',
    })
    expect(classifyMailError('message refused: 554 spam', true)).toEqual({ isFinal: true, error: 'refused: 554 spam' })
  })

  it('is shortened', () => {
    expect(classifyMailError(`message refused: 554 ${'x'.repeat(1000)}`).error.length).toBeLessThanOrEqual(300)
  })
})

describe('right to send again', () => {
  it('is of administrators and of the requester', () => {
    expect(canManageDelivery({ id: 'ana', role: '_user' }, 'ana')).toBe(true)
    expect(canManageDelivery({ id: 'ana', role: '_user' }, 'luis')).toBe(false)
    expect(canManageDelivery({ id: 'eva', role: '_admin' }, 'luis')).toBe(true)
  })
})

describe('mail', () => {
  const content = {
    purpose: 'deliver',
    sender: 'Acme <S. A. S.>',
    name: 'Zoé <b>www.mal.co</b>',
    documents: [{ number: 'CALA-2026-000001', format: 'Carta & más' }],
    url: 'https://acme.test/d/0123',
    attachment: 'none',
  } as const

  it('escapes what users wrote, and makes no links of it', () => {
    const { subject, html } = buildDeliveryMail(content)
    expect(subject).toBe('Acme <S. A. S.> le envía un documento: Carta & más')
    expect(html).toContain('Hola, Zoé &#60;b&#62;www. mal. co&#60;/ b&#62;:')
    expect(html).toContain('Acme &#60;S. A. S. &#62; le envía este documento')
    expect(html).toContain('Carta &#38; más')
    expect(html).toContain('href="https://acme.test/d/0123"')
    expect(html).not.toContain('<b>')
  })

  it('lists at most twenty documents', () => {
    const documents = Array.from({ length: 25 }, (_, i) => ({ number: `CALA-${i}`, format: 'Carta' }))
    const { subject, html } = buildDeliveryMail({ ...content, name: '', documents })
    expect(subject).toBe('Acme <S. A. S.> le envía 25 documentos')
    expect(html).toContain('<p>Hola:</p>')
    expect(html.match(/<li>/g)).toHaveLength(20)
    expect(html).toContain('Y 5 más.')
  })

  it('says why the document is not attached', () => {
    expect(buildDeliveryMail({ ...content, attachment: 'tooLarge' }).html).toContain('pesa demasiado para un correo')
    expect(buildDeliveryMail({ ...content, attachment: 'attached' }).html).toContain('va adjunto en PDF')
    expect(buildDeliveryMail(content).html).not.toContain('adjunt')
  })
})

describe('WhatsApp', () => {
  it('opens with the number and an encoded text', () => {
    expect(getWhatsAppUrl('+57 300 123 4567', 'Carta: https://a.co/d/1&x')).toBe(
      'https://wa.me/573001234567?text=Carta%3A%20https%3A%2F%2Fa.co%2Fd%2F1%26x',
    )
  })
})
