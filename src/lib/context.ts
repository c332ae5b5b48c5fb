import type { Context } from '../domain/fields/field.ts'
import type { Settings } from '../domain/settings/settings.ts'
import { dayIn } from '../domain/time/today.ts'

/** The world as the server will see it when it judges: the day in the installation's own calendar, and its letters. */
export function contextIn({ country, documentService }: Pick<Settings, 'country' | 'documentService'>): Context {
  return { today: dayIn(country, Date.now()), country, ...(!documentService && { letters: 'ours' }) }
}
