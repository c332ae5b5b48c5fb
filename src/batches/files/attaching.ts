import type { Field } from '../../domain/fields/field.ts'
import { useSession } from '../../session/store.ts'
import type { SheetClient } from '../../sheets/worker/client.ts'
import { createFileSender, type FileSender } from '../sending/file-sender.ts'
import { createDroppedFiles, type DroppedFiles } from './dropped.ts'

/** What is dropped for the rows of a batch that are mended, and what sends it. */
export interface Attaching {
  dropped: DroppedFiles
  sender: FileSender
}

export function attachingTo(reading: SheetClient, fields: readonly Field[]): Attaching {
  const dropped = createDroppedFiles()
  const contents = () => dropped.store.getState().contents
  const sender = createFileSender({
    ...{ reading, contents },
    owner: useSession.getState().user?.id ?? '',
    keys: fields.flatMap(({ key, type }) => (type === 'file' ? [key] : [])),
    // The others are on the server.
    isGiven: (id) => contents().has(id),
  })
  return { dropped, sender }
}
