import { type ErrorCode, errorMessages, formatErrorMessage } from '../errors.ts'

/** Error codes of this application by PocketBase's code of a field error. */
const pocketBaseCodes: Record<string, ErrorCode> = {
  validation_required: 'required',
  validation_not_unique: 'duplicate',
  validation_invalid_email: 'email',
  validation_is_email: 'email',
  validation_values_mismatch: 'password.mismatch',
  validation_length_out_of_range: 'length',
  validation_min_text_constraint: 'length',
  validation_max_text_constraint: 'length',
  validation_length_too_short: 'length',
  validation_length_too_long: 'length',
  validation_min_number_constraint: 'min',
  validation_max_number_constraint: 'max',
  validation_invalid_mime_type: 'settings.logoKind',
  validation_not_match: 'pattern',
  validation_match_invalid: 'pattern',
}

/** Returns the message of an error code or a PocketBase code, with `details` inserted. Returns texts that contain spaces unchanged. */
export function getErrorMessage(code: string, details?: Readonly<Record<string, unknown>> | null): string {
  if (code in errorMessages) return formatErrorMessage(code as ErrorCode, details)
  const known = pocketBaseCodes[code]
  if (known) return errorMessages[known]
  return code.includes(' ') ? code : errorMessages.invalid
}
