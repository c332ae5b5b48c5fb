import type { Field } from '../../domain/fields/field.ts'
import { useSession } from '../../session/store.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { createFileSender, type FileSender } from '../sending/file-sender.ts'
import { createDroppedFiles, type DroppedFiles } from './dropped.ts'

/** Dropped files and their uploader, for correcting the rows of a batch. */
export interface Attaching {
  dropped: DroppedFiles
  sender: FileSender
}

export function attachingTo(reading: SheetWorkerClient, fields: readonly Field[]): Attaching {
  const dropped = createDroppedFiles()
  const contents = () => dropped.store.getState().contents
  const sender = createFileSender({
    ...{ reading, contents },
    owner: useSession.getState().user?.id ?? '',
    keys: fields.flatMap(({ key, type }) => (type === 'file' ? [key] : [])),
    // Other file ids belong to files already stored on the server.
    isGiven: (id) => contents().has(id),
  })
  return { dropped, sender }
}
