// Signatories depend on values, and the validation of values is not evaluated wherever records are read (`guards.ts`).
export { showSignatories } from '../formats/signatories.ts'
