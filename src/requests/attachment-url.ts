import { pb } from '../lib/pb.ts'

/** Returns a URL of an attachment that is valid for two minutes. With `preview` images open inline, not as a download. */
export async function getAttachmentUrl(id: string, preview = false): Promise<string> {
  const token = await pb.files.getToken()
  const record = { id, collectionId: 'attachments' }
  return pb.files.getURL(record, `${id}.bin`, { token, ...(preview && { preview: '1' }) })
}
