import { version } from '../package.json' with { type: 'json' }
import type { Status } from '../src/domain/settings.ts'
import { hasActiveAdmin, settingsOf } from './people.ts'

/** `GET /api/app/status`: what the public screens need to know. */
export function status(e: core.RequestEvent) {
  const registration = settingsOf(e.app).getString('registration') === 'open' ? 'open' : 'closed'
  const answer: Status = { setup: hasActiveAdmin(e.app), registration, version }
  return e.json(200, answer)
}
