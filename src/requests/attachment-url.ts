import { pb } from '../lib/pb.ts'

/** Where an attached file is for the next two minutes, to be kept or (a picture) looked at. */
export async function attachmentUrl(id: string, preview = false): Promise<string> {
  const token = await pb.files.getToken()
  const record = { id, collectionId: 'attachments' }
  return pb.files.getURL(record, `${id}.bin`, { token, ...(preview && { preview: '1' }) })
}
