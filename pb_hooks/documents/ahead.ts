import { isId } from '../../src/domain/text/id.ts'
import { recordId } from '../lib/record-id.ts'
import { refuse } from '../lib/refusal.ts'
import { orLater } from '../lib/storage.ts'
import { forget, withStorage } from '../lib/stored-files.ts'
import { drawnOf, hasTooManyPixels, pictureIfAny, type Room } from './pictures.ts'

/**
 * Does the work of a call that brings a picture once that is stored and judged: the engine would store it inside of the transaction, and
 * where it goes to a service that does not answer nobody else could write.
 */
export function withPictureAhead(e: core.RecordRequestEvent, field: string, room: Room, work: () => void) {
  const record = e.record
  const file = record?.getUnsavedFiles(field)[0]
  if (!record || !file) return work()
  if (!record.id) record.set('id', recordId())
  // A caller may choose it, and the engine judges it only when the record is saved.
  if (!isId(record.id)) throw refuse('invalid', 400, { id: 'invalid' })
  // Of the end of a name the engine keeps signs that an address of S3 writes otherwise.
  if (!/^[\w.-]+$/.test(file.name)) throw refuse('invalid', 400, { [field]: 'picture.kind' })
  if (hasTooManyPixels(file)) throw refuse('invalid', 400, { [field]: 'picture.pixels' })
  const path = pathIn(record, file.name)
  try {
    orLater(() =>
      withStorage(e.app, (files) => {
        files.write(path, file)
        files.settle([path])
      }),
    )
    // A picture that documents cannot carry is refused where it comes in, and not left out where it is due.
    if (!orLater(() => pictureIfAny(e.app, path, room))) throw refuse('invalid', 400, { [field]: 'picture.kind' })
    e.app.store().set(path, true)
    work()
  } catch (error) {
    forget(e.app, [path, drawnOf(path)])
    throw error
  } finally {
    e.app.store().remove(path)
  }
}

/** A file that is stored already is only named; of those that come by other ways the engine stores its own. */
export function nameStored(e: core.RecordEvent) {
  const { record } = e
  for (const field of ['logo', 'signature']) {
    const file = record?.getUnsavedFiles(field)[0]
    if (record && file && e.app.store().has(pathIn(record, file.name))) record.set(field, file.name)
  }
  return e.next()
}

const pathIn = (record: core.Record, name: string) => `${record.collection().baseFilesPath()}/${record.id}/${name}`
