// Separate from `guards.ts`, because resolving signatories needs the code that validates values, and other reads of records do not.
export { addSignersToVersion } from '../formats/named-signatories.ts'
