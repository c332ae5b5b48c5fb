import { commonErrorMessages } from '../domain/common-errors.ts'

export type GetErrorMessage = typeof import('../domain/text/error-message.ts').getErrorMessage

/** Loads the messages of all errors, and returns the function that finds them by code. While offline, it finds a general message. */
export const loadErrorMessages = (): Promise<GetErrorMessage> =>
  import('../domain/text/error-message.ts').then(
    ({ getErrorMessage }) => getErrorMessage,
    () => () => commonErrorMessages.unknown,
  )
