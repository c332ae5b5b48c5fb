export { keepListNear, keepSubscriptionsNear, keepViewNear } from '../far-queries.ts'
