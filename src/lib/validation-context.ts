import type { ValidationContext } from '../domain/fields/field.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { getLocalDay, getTimeZone } from '../domain/time/local-time.ts'

/**
 * Returns the validation context, equal to the server's: current day in the organisation's time zone, and characters that
 * documents can print. Without an external document service, only characters of the built-in fonts are allowed.
 */
export function createValidationContext({
  country,
  timeZone,
  documentService,
}: Pick<Settings, 'country' | 'timeZone' | 'documentService'>): ValidationContext {
  return {
    today: getLocalDay(getTimeZone({ country, timeZone }), Date.now()),
    country,
    ...(!documentService && { letters: 'ours' }),
  }
}
