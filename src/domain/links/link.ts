/** Purposes of a link to a person without an account. */
export const linkPurposes = [
  'deliver',
  'sign', // Signs the document.
  'ask', // Shows the state of a request that was made without an account.
] as const
export type LinkPurpose = (typeof linkPurposes)[number]

/**
 * States of a link: `failed` if the mail server refused the mail, `cancelled` if it may no longer be used. Only links to sign are `signed`,
 * `refused` or `expired`.
 */
const linkStates = [
  ...(['waiting', 'sent', 'opened', 'failed', 'cancelled'] as const),
  ...(['signed', 'refused', 'expired'] as const),
] as const
export type LinkState = (typeof linkStates)[number]

/** Days for which a link is valid after its latest mail. */
export const linkDays = 60
