export { withSlot } from '../runtime/admission.ts'
