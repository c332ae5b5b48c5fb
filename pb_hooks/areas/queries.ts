export { showPublished } from '../formats/published.ts'
export { keepListNear, keepViewNear } from '../lib/far-queries.ts'
export { limitSubscriptions } from '../lib/subscriptions.ts'
