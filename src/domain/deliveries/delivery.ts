import type { User } from '../users/user.ts'

/**
 * States of the delivery of a document: to be sent, sent, opened by the recipient, refused by the mail server, refused because of the
 * address, and passed to a mail server whose answer was lost.
 */
export const deliveryStates = ['waiting', 'sent', 'opened', 'refused', 'address', 'unknown'] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const deliveryStateLabels = {
  waiting: 'Por enviar',
  sent: 'Enviado',
  opened: 'Abierto',
  refused: 'Rechazado',
  address: 'Dirección errada',
  unknown: 'Sin confirmar',
} as const satisfies Record<DeliveryState, string>

export const deliveryStatePluralLabels = {
  waiting: 'Por enviar',
  sent: 'Enviados',
  opened: 'Abiertos',
  refused: 'Rechazados',
  address: 'Direcciones erradas',
  unknown: 'Sin confirmar',
} as const satisfies Record<DeliveryState, string>

export const deliveryStateTones = {
  waiting: 'neutral',
  sent: 'info',
  opened: 'success',
  refused: 'danger',
  address: 'warning',
  unknown: 'warning',
} as const satisfies Record<DeliveryState, string>

/** Values of the list filter: a state, or all that were not accepted by the mail server. */
export const deliveryFilters = [...deliveryStates, 'failed'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

export const deliveryFilterLabels = {
  ...deliveryStatePluralLabels,
  failed: 'Sin entregar',
} as const satisfies Record<DeliveryFilter, string>

/**
 * Purposes of a mail with a link: it delivers a document, concerns signatures, or answers a request without an account. `complete`: all have signed;
 * `refused`: someone did not.
 */
export type MailPurpose = 'deliver' | 'sign' | 'remind' | 'refused' | 'complete' | 'answer'

/** Maximum mails of one link, so that a resend cannot flood a mailbox. */
export const maxTimesSent = 10

/** Maximum addresses that one call corrects. */
export const maxCorrections = 1000

/** Returns whether a user may send the documents of a requester again and correct their addresses. */
export const canManageDelivery = (user: Pick<User, 'id' | 'role'>, owner: string): boolean =>
  user.role === '_admin' || user.id === owner

const maxAnswerChars = 250

/**
 * Classifies the answer of a mail server: `recipient refused: 550 5.1.1 "unknown"` → `{ isFinal: true, error: 'address: 550 5.1.1 "unknown"' }`.
 * A refusal is final if its code is 5xx and it concerns the recipient or the message. A wrong account, a lost connection or a code 4xx is not.
 * Codes 5.7.x refuse the sender, not the address. `hasEnded`: whether the server got the whole message; without a refusal it may have delivered it.
 */
export function classifyMailError(text: string, hasEnded = false): { isFinal: boolean; error: string } {
  const [, part, answer = text] = /^(recipient|message) refused: ([\s\S]*)$/.exec(text) ?? []
  if (hasEnded && part === undefined) return { isFinal: true, error: `unknown: ${text.slice(0, maxAnswerChars)}` }
  const isFinal = part !== undefined && /^5\d\d\b/.test(answer)
  const kind = isFinal && part === 'recipient' && !/\b5\.7\.\d/.test(answer) ? 'address' : 'refused'
  return { isFinal, error: `${kind}: ${answer.slice(0, maxAnswerChars)}` }
}

/** Returns the address that opens WhatsApp with a text to a phone number: `+573001234567` → `https://wa.me/573001234567?text=…`. */
export const getWhatsAppUrl = (phone: string, text: string): string =>
  `https://wa.me/${phone.replace(/\D/g, '')}?text=${encodeURIComponent(text)}`
