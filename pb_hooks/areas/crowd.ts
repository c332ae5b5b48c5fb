export { admitted, emptyNextRooms } from '../runtime/admission.ts'
