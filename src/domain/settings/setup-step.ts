/** Steps of the setup after the first account, in order. */
export const setupSteps = ['organisation', 'signatory', 'formats', 'mail', 'people'] as const
export type SetupStep = (typeof setupSteps)[number]

/** State of a step. `dismissed`: an administrator closed it without its data. */
export type SetupStepState = 'open' | 'done' | 'dismissed'

export interface SetupState {
  steps: Record<SetupStep, SetupStepState>
  mail: {
    /** `host:port` of the mail server; empty if none is configured. */
    server: string
    /** Sender address of all mails. */
    sender: string
  }
}

/** Response of `POST /api/app/mail/test`. */
export interface MailTest {
  /** `saved`: no mail server is configured, so the mail is a file on the server. */
  result: 'sent' | 'failed' | 'saved'
  to: string
  /** Error of the mail server in its own words; empty unless the test failed. */
  answer: string
}
