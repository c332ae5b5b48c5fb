import { apiKeyErrorMessages } from '../../../src/domain/keys/api-key-error-messages.ts'

/** Returns an error in the common shape: `{status, message, data}` with `data.code.code`. */
export function refuseApiKeyCall(code: keyof typeof apiKeyErrorMessages, status: number): ApiError {
  const message = apiKeyErrorMessages[code]
  const refusal = new ApiError(status, message, { code: new ValidationError(code, message) })
  refusal.message = message
  return refusal
}
