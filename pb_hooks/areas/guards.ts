export { replaceByPublishedFormat } from '../formats/published-format.ts'
export { guardListQuery, guardViewQuery } from '../runtime/list-guard.ts'
export { limitSubscriptions } from '../runtime/subscription-guard.ts'
