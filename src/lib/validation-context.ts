import type { ValidationContext } from '../domain/fields/field.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { getLocalDay } from '../domain/time/local-time.ts'

/**
 * Returns the validation context, equal to the server's: current day in the installation's country, and characters that
 * documents can print. Without an external document service, only characters of the built-in fonts are allowed.
 */
export function createValidationContext({
  country,
  documentService,
}: Pick<Settings, 'country' | 'documentService'>): ValidationContext {
  return { today: getLocalDay(country, Date.now()), country, ...(!documentService && { letters: 'ours' }) }
}
