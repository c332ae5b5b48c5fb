import { type ErrorCode, errors } from '../../src/domain/errors.ts'

/** A refusal `{status, message, data}` with `data.code.code` and one `data.<field>.code` for each named field. */
export function refuse(code: ErrorCode, status = 400, fields: Record<string, string> = {}): ApiError {
  const data: Record<string, unknown> = { code: new ValidationError(code, errors[code]) }
  for (const [key, fieldCode] of Object.entries(fields)) data[key] = new ValidationError(fieldCode, fieldCode)
  const refusal = new ApiError(status, errors[code], data)
  // The constructor capitalises and adds a full stop; some texts are given to the letter.
  refusal.message = errors[code]
  return refusal
}

/** An error that came through Go hides its status one level deeper than one thrown here. */
export function statusOf(error: unknown): number | undefined {
  const { status, value } = error as { status?: number; value?: { status?: number } }
  return status ?? value?.status
}
