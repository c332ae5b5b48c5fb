import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Field } from '../../domain/fields/field.ts'
import type { ImportSession } from '../intake/import-session.ts'
import { getJoinedFieldKeys, selectListJoins } from '../list-joins/list-joins.ts'
import { getStoredRows } from '../queries.ts'
import type { RowEditor } from '../rows/row-editor.ts'
import { createFileUploader } from './file-uploader.ts'
import { MissingFilesPanel } from './missing-files-panel.tsx'
import { createRowUpload } from './row-upload.ts'
import { UploadProgressPanel } from './upload-progress-panel.tsx'

interface Props {
  importing: ImportSession
  editor: RowEditor
  format: string
  fields: readonly Field[]
  owner: string
  onDone: (batch: string) => void
}

export function SendRowsStep({ importing, editor, format, fields, owner, onDone }: Props) {
  const { batch, book, file, mapping, joins } = useStore(importing.store)
  const { contents } = useStore(importing.dropped.store)
  const [total] = useState(() => {
    const { overview } = editor.store.getState()
    return overview.total - overview.discarded
  })
  const keys = fields.flatMap(({ key, type }) => (type === 'file' ? [key] : []))
  const [needed, setNeeded] = useState<readonly string[] | null>(keys.length > 0 ? null : [])
  const [files] = useState(() =>
    keys.length > 0
      ? createFileUploader({
          ...{ reading: editor.reading, owner, keys },
          contents: () => importing.dropped.store.getState().contents,
          isGiven: () => true,
        })
      : undefined,
  )
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
      <MissingFilesPanel
        editor={editor}
        dropped={importing.dropped}
        gone={gone}
        onWithout={() => setNeeded([])}
        onBack={back}
      />
    )
  return <UploadProgressPanel upload={upload} files={files} total={total} onDone={finish} onBack={back} />
}
