// Separate from `guards.ts`, because signatories load the validation of values, which other reads of records do not need.
export { showSignatories } from '../formats/signatories.ts'
