export { attach } from '../attachments/attachments.ts'
export { keepPart } from '../attachments/parts.ts'
export { sweepAttachments } from '../attachments/sweep.ts'
