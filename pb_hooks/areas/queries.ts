export { showPublished } from '../formats/published.ts'
export { keepListNear, keepViewNear } from '../lib/far-queries.ts'
export { limitSubscriptions } from '../runtime/subscriptions.ts'
