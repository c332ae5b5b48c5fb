import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { Format, FormatInput } from '../../domain/formats/format.ts'
import { removeInvalidPaperFields } from '../../domain/formats/paper-fields.ts'
import { getSettings } from '../../domain/formats/version-settings.ts'

/** Returns whether a stored format has an input that this page sent. The response to that request may have been lost. */
export const isOwnAttempt = (format: Format, attempts: readonly FormatInput[]) =>
  attempts.some((own) => isDeepEqual(toFormatInput(format), removeInvalidPaperFields(own)))

export function toFormatInput(format: Format): FormatInput {
  const {
    code,
    name,
    aliases,
    description,
    category,
    fields,
    body,
    requiresReview,
    dueDays,
    keepYears,
    access,
    groups,
  } = format
  return {
    code,
    name,
    aliases: aliases ?? '',
    description,
    category,
    fields: fields ?? [],
    body,
    requiresReview,
    ...getSettings(format),
    dueDays: dueDays ?? 0,
    keepYears: keepYears ?? 0,
    access: access || 'everybody',
    groups: groups ?? [],
  }
}
