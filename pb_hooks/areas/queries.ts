export { keepListNear, keepSubscriptionsNear, keepViewNear } from '../far-queries.ts'
export { showPublished } from '../published-text.ts'
