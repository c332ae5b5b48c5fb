const openXml = 'application/vnd.openxmlformats-officedocument'
const openDocument = 'application/vnd.oasis.opendocument'

/** Accepted file types by MIME type, with their file extensions. The first extension is the default. */
export const attachmentKinds = {
  pdf: { type: 'application/pdf', extensions: ['pdf'] },
  jpeg: { type: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { type: 'image/png', extensions: ['png'] },
  webp: { type: 'image/webp', extensions: ['webp'] },
  docx: { type: `${openXml}.wordprocessingml.document`, extensions: ['docx'] },
  xlsx: { type: `${openXml}.spreadsheetml.sheet`, extensions: ['xlsx'] },
  pptx: { type: `${openXml}.presentationml.presentation`, extensions: ['pptx'] },
  odt: { type: `${openDocument}.text`, extensions: ['odt'] },
  ods: { type: `${openDocument}.spreadsheet`, extensions: ['ods'] },
} as const
export type AttachmentKind = keyof typeof attachmentKinds
