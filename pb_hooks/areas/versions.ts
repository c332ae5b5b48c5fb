// Separate from `guards.ts`, because signatories load the validation of values, which other reads of records do not need.
export { addSignersToVersion } from '../formats/named-signatories.ts'
