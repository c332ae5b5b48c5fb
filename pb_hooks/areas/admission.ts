export { resetNextCounters, withSlot } from '../runtime/admission.ts'
