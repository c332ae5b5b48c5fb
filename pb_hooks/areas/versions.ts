// Who signs depends on values, and what judges those is not evaluated wherever records are read (`queries.ts`).
export { showSignatories } from '../formats/signatories.ts'
