export { showPublished } from '../formats/published.ts'
export { keepListNear, keepSubscriptionsNear, keepViewNear } from '../lib/far-queries.ts'
