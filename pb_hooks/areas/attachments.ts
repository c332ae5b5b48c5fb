export { completeUpload } from '../attachments/attachments.ts'
export { deleteUnusedAttachments } from '../attachments/cleanup.ts'
export { uploadFileChunk } from '../attachments/uploads.ts'
