/** States of the signature of an outside signer. `turn`: waits for the previous signer; `undelivered`: the mail did not arrive; `refused`: by the signer. */
export const signatureStateLabels = {
  turn: { label: 'Espera su turno', tone: 'neutral' },
  waiting: { label: 'Por enviar', tone: 'neutral' },
  sent: { label: 'Enviado', tone: 'info' },
  opened: { label: 'Abierto', tone: 'info' },
  undelivered: { label: 'No llegó', tone: 'warning' },
  signed: { label: 'Firmó', tone: 'success' },
  refused: { label: 'No aceptó', tone: 'danger' },
  expired: { label: 'Venció', tone: 'warning' },
  cancelled: { label: 'Cancelada', tone: 'neutral' },
} as const
export type SignatureState = keyof typeof signatureStateLabels

/**
 * States of all signatures of a request, with their labels for one and several documents. `pending`: some are missing; the first of the others that
 * applies takes precedence over it.
 */
export const signingStateLabels = {
  pending: { label: 'Faltan firmas', plural: 'Pendientes', tone: 'info' },
  undelivered: { label: 'No llegó', plural: 'No llegaron', tone: 'warning' },
  expired: { label: 'Venció', plural: 'Vencidos', tone: 'warning' },
  refused: { label: 'No aceptado', plural: 'No aceptados', tone: 'danger' },
  cancelled: { label: 'Cancelado', plural: 'Cancelados', tone: 'neutral' },
  signed: { label: 'Firmado', plural: 'Firmados', tone: 'success' },
} as const
export type SigningState = keyof typeof signingStateLabels
export const signingStates = Object.keys(signingStateLabels) as SigningState[]

/** States in which signers can be reminded. */
export const missingSigningStates: readonly SigningState[] = ['pending', 'undelivered', 'expired']

/** Values of the list filter: a state, or all requests that can still be signed. */
export const signingFilters = [...signingStates, 'missing'] as const
export type SigningFilter = (typeof signingFilters)[number]

export const getSigningFilterLabel = (filter: SigningFilter): string =>
  filter === 'missing' ? 'sin todas las firmas' : signingStateLabels[filter].plural

/** Days in which an outside signer can sign, if the format sets none. */
export const defaultSigningDays = 30

/** States of a document for its signer. Only `open` can be signed. `turn`: waits for the previous signer; `closed`: the document is final, withdrawn or annulled, or its time to sign has ended. */
export const guestSigningStates = ['open', 'turn', 'signed', 'refused', 'cancelled', 'closed'] as const
export type GuestSigningState = (typeof guestSigningStates)[number]

/** Maximum size of a drawn signature in bytes. */
export const maxDrawingBytes = 30_000

/** Returns the text that a signer accepts. Stored word by word with the signature. */
export const buildConsent = (name: string, { format, number }: { format: string; number: string }): string =>
  `Yo, ${name}, leí el documento «${format}», ${number}, y lo firmo. Acepto que esta firma electrónica me obliga igual que mi firma manuscrita.`

/** Returns an address without most of its name: `ana@acme.co` → `a***@acme.co`. */
export const maskEmail = (email: string): string => email.replace(/^(.)[^@]*/, '$1***')
