/** Purposes of a link to a person without an account. */
export const linkPurposes = [
  'deliver',
  'sign', // Signs the document.
  'ask', // Shows the state of a request that was made without an account.
] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/**
 * State of a link: `failed` if the mail server refused the mail, `cancelled` if it may no longer be used. Only links to sign are `signed`,
 * `refused` or `expired`.
 */
export type LinkState = 'waiting' | 'sent' | 'opened' | 'failed' | 'cancelled' | 'signed' | 'refused' | 'expired'

/** Days for which a link is valid after its latest mail. */
export const linkDays = 60
