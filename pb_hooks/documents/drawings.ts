import { readImageSize } from '../../src/domain/documents/image-size.ts'
import { maxDrawingBytes } from '../../src/domain/links/signing.ts'
import { respondUnavailableOnStorageError } from '../lib/files/file-storage.ts'
import { deleteUnreferencedFiles, getConvertedPicturePath, getFilePath } from '../lib/files/stored-files.ts'
import { createErrorResponse } from '../lib/http.ts'
import { generateRecordId } from '../lib/record-id.ts'
import { redrawPng, tryLoadPicture } from './pictures.ts'

/** Maximum width and height of a drawn signature in pixels. */
const [maxWidth, maxHeight] = [1_200, 600]

/** Drawn signature whose file is stored. `save` adds its record in a transaction; `discard` deletes the file unless a record names it. */
interface StoredDrawing {
  id: string
  save(tx: CoreApp, source: string): void
  discard(): void
}

/** Decodes a drawn signature in base 64 and stores it as a new PNG, so that documents embed no bytes of the client. */
export function storeDrawing(app: CoreApp, text: string): StoredDrawing {
  const refuse = () => createErrorResponse('invalid', 400, { drawing: 'picture.kind' })
  const given = Buffer.from(text, 'base64')
  const { width, height } = readImageSize(given)
  if (given.length > maxDrawingBytes || !width || width > maxWidth || height > maxHeight) throw refuse()
  const png = redrawPng(given)
  if (!png) throw refuse()
  const id = generateRecordId()
  const file = $filesystem.fileFromBytes([...png], 'firma.png')
  const path = getFilePath(app, 'signature_copies', id, file.name)
  const discard = () => deleteUnreferencedFiles(app, [path, getConvertedPicturePath(path)])
  try {
    respondUnavailableOnStorageError(() => {
      engine.files.write(path, file)
      engine.files.settle([path])
    })
    if (!respondUnavailableOnStorageError(() => tryLoadPicture(path, '600x240f'))) throw refuse()
  } catch (error) {
    discard()
    throw error
  }
  return {
    id,
    save(tx, source) {
      const copy = new Record(tx.findCachedCollectionByNameOrId('signature_copies'))
      copy.load({ id, source, image: file.name })
      tx.saveNoValidate(copy)
    },
    discard,
  }
}
