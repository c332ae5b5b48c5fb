export { completeUpload } from '../attachments/attachments.ts'
export { deleteUnusedAttachments } from '../attachments/cleanup.ts'
export { uploadChunk } from '../attachments/uploads.ts'
