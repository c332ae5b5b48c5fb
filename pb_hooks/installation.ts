import type { Status } from '../src/domain/settings.ts'

/** `GET /api/app/status`: what the public screens need to know. */
export function status(e: core.RequestEvent) {
  const answer: Status = { setup: false, registration: 'open', version: '0.1.0' }
  return e.json(200, answer)
}
