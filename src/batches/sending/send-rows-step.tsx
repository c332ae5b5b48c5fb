import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Field } from '../../domain/fields/field.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Cluster, Panel, Stack } from '../../ui/page/layout.tsx'
import { FileDropZone, LostFilesNotice } from '../files/file-drop-zone.tsx'
import type { ImportSession } from '../intake/import-session.ts'
import { getJoinedFieldKeys, selectListJoins } from '../list-joins.ts'
import { getStoredRows } from '../queries.ts'
import type { RowEditor } from '../rows/row-editor.ts'
import { createFileUploader } from './file-uploader.ts'
import { createRowUpload } from './row-upload.ts'
import { UploadProgressPanel } from './upload-progress-panel.tsx'

interface Props {
  importing: ImportSession
  editor: RowEditor
  format: string
  fields: readonly Field[]
  onDone: (batch: string) => void
}

/** Import step that sends the rows. Asks for the files of rows again if they were lost when the page closed. */
export function SendRowsStep({ importing, editor, format, fields, onDone }: Props) {
  const { batch, book, file, mapping, joins } = useStore(importing.store)
  const contents = useStore(importing.dropped)
  const [total] = useState(() => {
    const { overview } = editor.store.getState()
    return overview.total - overview.discarded
  })
  const hasFiles = fields.some(({ type }) => type === 'file')
  const [needed, setNeeded] = useState<readonly string[] | null>(hasFiles ? null : [])
  const [files] = useState(() => (hasFiles ? createFileUploader(editor.reading, fields, importing.dropped) : undefined))
  const [upload] = useState(() => {
    const joined = getJoinedFieldKeys(selectListJoins({ mapping, joins }, fields, importing.lists))
    return createRowUpload({
      reading: editor.reading,
      input: {
        format,
        fileName: file?.name ?? '',
        fileHash: book?.hash ?? '',
        total,
        ...(joined.length > 0 && { joined }),
      },
      batch,
      onBatch: importing.toSending,
      ...(files && { files }),
    })
  })
  const isOpen = needed === null
  // Asks only for the files of rows that are not on the server yet.
  useEffect(() => {
    if (!isOpen) return
    const ask = async () => {
      const lastStoredRow = batch
        ? await getStoredRows(batch).then(
            ({ last }) => last,
            () => 0,
          )
        : 0
      setNeeded((await editor.reading.getNeededFiles(lastStoredRow)).ids)
    }
    ask().catch(() => undefined)
  }, [editor, batch, isOpen])
  const finish = useCallback((made: string) => void importing.sent(made).then(() => onDone(made)), [importing, onDone])
  const back = () => importing.back('rows')
  if (!needed) return null
  const gone = needed.filter((id) => !contents.has(id)).length
  if (gone > 0)
    return (
      <Panel title="Vuelva a soltar la carpeta">
        <Stack>
          <LostFilesNotice count={gone} />
          <FileDropZone
            dropped={importing.dropped}
            onFiles={(dropped) => void editor.addFiles(dropped)}
            hasSome={false}
          />
          <Cluster>
            <Button onClick={back}>Volver a las filas</Button>
            <Button variant="quiet" onClick={() => setNeeded([])}>
              Seguir sin ellos: sus filas quedan con errores
            </Button>
          </Cluster>
        </Stack>
      </Panel>
    )
  return <UploadProgressPanel upload={upload} files={files} total={total} onDone={finish} onBack={back} />
}
