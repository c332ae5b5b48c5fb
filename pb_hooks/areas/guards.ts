export { replaceByPublishedFormat } from '../formats/version-record.ts'
export { guardListQuery, guardViewQuery } from '../runtime/list-guard.ts'
export { limitSubscriptions } from '../runtime/subscription-guard.ts'
