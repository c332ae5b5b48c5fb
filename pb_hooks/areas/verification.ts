export { checkDocument } from '../documents/checks.ts'
