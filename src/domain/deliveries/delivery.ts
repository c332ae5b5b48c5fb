import type { User } from '../users/user.ts'

/** States of the delivery of a document, with their labels for one and several documents. `unknown`: the answer of the mail server was lost. */
export const deliveryStateLabels = {
  waiting: { label: 'Por enviar', plural: 'Por enviar', tone: 'neutral' },
  sent: { label: 'Enviado', plural: 'Enviados', tone: 'info' },
  opened: { label: 'Abierto', plural: 'Abiertos', tone: 'success' },
  refused: { label: 'Rechazado', plural: 'Rechazados', tone: 'danger' },
  address: { label: 'Dirección errada', plural: 'Direcciones erradas', tone: 'warning' },
  unknown: { label: 'Sin confirmar', plural: 'Sin confirmar', tone: 'warning' },
} as const
export type DeliveryState = keyof typeof deliveryStateLabels
export const deliveryStates = Object.keys(deliveryStateLabels) as DeliveryState[]

/** Values of the list filter: a state, or all that were not accepted by the mail server. */
export const deliveryFilters = [...deliveryStates, 'failed'] as const
export type DeliveryFilter = (typeof deliveryFilters)[number]

export const getDeliveryFilterLabel = (filter: DeliveryFilter): string =>
  filter === 'failed' ? 'Sin entregar' : deliveryStateLabels[filter].plural

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
