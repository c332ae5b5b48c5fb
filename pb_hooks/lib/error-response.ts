import { type ErrorCode, errorMessages } from '../../src/domain/errors.ts'

/** Returns an error `{status, message, data}` with `data.code.code` and one `data.<field>.code` for each named field. */
export function createErrorResponse(code: ErrorCode, status = 400, fields: Record<string, string> = {}): ApiError {
  const data: Record<string, unknown> = { code: new ValidationError(code, errorMessages[code]) }
  for (const [key, fieldCode] of Object.entries(fields)) data[key] = new ValidationError(fieldCode, fieldCode)
  const refusal = new ApiError(status, errorMessages[code], data)
  // The constructor capitalises the text and adds a full stop, so the exact text is set again.
  refusal.message = errorMessages[code]
  return refusal
}

/** Returns the HTTP status of an error, which is one level deeper if the error passed through Go. */
export function getErrorStatus(error: unknown): number | undefined {
  const { status, value } = error as { status?: number; value?: { status?: number } }
  return status ?? value?.status
}
