/** Steps that follow the creation of the first account in the setup, in order. */
export const setupSteps = ['organisation', 'signatory', 'formats', 'mail', 'people'] as const
export type SetupStep = (typeof setupSteps)[number]

/** State of a setup step. `dismissed`: an administrator skipped the step. */
export type SetupStepState = 'open' | 'done' | 'dismissed'

export interface SetupState {
  steps: Record<SetupStep, SetupStepState>
  mail: {
    /** `host:port` of the mail server; empty if none is configured. */
    server: string
    /** Sender address of all mails. */
    sender: string
    /** Number of mails whose first attempt failed. They are tried again for three days, and then saved. */
    undelivered: number
  }
}

/** Response of `POST /api/app/mail/test`. */
export interface MailTest {
  /** Result of the test. `saved`: no mail server is configured, so the mail was written to a file on the server. */
  result: 'sent' | 'failed' | 'saved'
  to: string
  /** Error message of the mail server, unchanged. Empty unless the test failed. */
  answer: string
}
