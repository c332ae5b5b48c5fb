import type { Field } from '../../domain/fields/field.ts'
import { useSession } from '../../session/session-store.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { createFileUploader, type FileUploader } from '../sending/file-uploader.ts'
import { createDroppedFileStore, type DroppedFileStore } from './dropped-file-store.ts'

/** Dropped files and their uploader, for correcting the rows of a batch. */
export interface RowFileUpload {
  dropped: DroppedFileStore
  sender: FileUploader
}

export function createRowFileUpload(reading: SheetWorkerClient, fields: readonly Field[]): RowFileUpload {
  const dropped = createDroppedFileStore()
  const contents = () => dropped.store.getState().contents
  const sender = createFileUploader({
    ...{ reading, contents },
    owner: useSession.getState().user?.id ?? '',
    keys: fields.flatMap(({ key, type }) => (type === 'file' ? [key] : [])),
    // Files without local content were uploaded earlier, so they are not uploaded again.
    isGiven: (id) => contents().has(id),
  })
  return { dropped, sender }
}
