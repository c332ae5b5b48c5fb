// Separate from `guards.ts`, because it loads the code that validates values, which most reads of records do not need.
export { addSignersToVersion } from '../formats/named-signatories.ts'
