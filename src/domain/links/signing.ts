/** States of an outside signature. `turn`: waits for the previous signer; `undelivered`: the mail did not arrive; `refused`: by the signer. */
export const signatureStates = [
  ...(['turn', 'waiting', 'sent', 'opened', 'undelivered'] as const),
  ...(['signed', 'refused', 'expired', 'cancelled'] as const),
] as const
export type SignatureState = (typeof signatureStates)[number]

export const signatureStateLabels = {
  turn: 'Espera su turno',
  waiting: 'Por enviar',
  sent: 'Enviado',
  opened: 'Abierto',
  undelivered: 'No llegó',
  signed: 'Firmó',
  refused: 'No aceptó',
  expired: 'Venció',
  cancelled: 'Cancelada',
} as const satisfies Record<SignatureState, string>

export const signatureStateTones = {
  turn: 'neutral',
  waiting: 'neutral',
  sent: 'info',
  opened: 'info',
  undelivered: 'warning',
  signed: 'success',
  refused: 'danger',
  expired: 'warning',
  cancelled: 'neutral',
} as const satisfies Record<SignatureState, string>

/** Returns whether a signature is still missing, and may be requested again or sent to another address. */
export const isSignatureMissing = (state: SignatureState): boolean => state !== 'signed'

/** States of the signatures of a request. `pending`: some are missing; the first of the others that applies takes precedence over it. */
export const signingStates = ['pending', 'undelivered', 'expired', 'refused', 'cancelled', 'signed'] as const
export type SigningState = (typeof signingStates)[number]

export const signingStateLabels = {
  pending: 'Faltan firmas',
  undelivered: 'No llegó',
  expired: 'Venció',
  refused: 'No aceptado',
  cancelled: 'Cancelado',
  signed: 'Firmado',
} as const satisfies Record<SigningState, string>

export const signingStatePluralLabels = {
  pending: 'Pendientes',
  undelivered: 'No llegaron',
  expired: 'Vencidos',
  refused: 'No aceptados',
  cancelled: 'Cancelados',
  signed: 'Firmados',
} as const satisfies Record<SigningState, string>

export const signingStateTones = {
  pending: 'info',
  undelivered: 'warning',
  expired: 'warning',
  refused: 'danger',
  cancelled: 'neutral',
  signed: 'success',
} as const satisfies Record<SigningState, string>

/** Values of the list filter: a state, or all requests that can still be signed. */
export const signingFilters = [...signingStates, 'missing'] as const
export type SigningFilter = (typeof signingFilters)[number]

export const signingFilterLabels = {
  ...signingStatePluralLabels,
  missing: 'sin todas las firmas',
} as const satisfies Record<SigningFilter, string>

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
