export { showPublished } from '../formats/published.ts'
export { showSignatories } from '../formats/signatories.ts'
export { keepListNear, keepSubscriptionsNear, keepViewNear } from '../lib/far-queries.ts'
