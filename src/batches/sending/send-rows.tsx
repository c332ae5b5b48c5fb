import { useCallback, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Field } from '../../domain/fields/field.ts'
import type { Import } from '../intake/importing.ts'
import { joinedIn, joinedKeys } from '../joining/joined.ts'
import { lastRowOf } from '../queries.ts'
import type { Workbench } from '../rows/workbench.ts'
import { createFileSender } from './file-sender.ts'
import { FilesGone } from './files-gone.tsx'
import { SendingStep } from './sending-step.tsx'
import { createUpload } from './upload.ts'

interface Props {
  importing: Import
  bench: Workbench
  format: string
  fields: readonly Field[]
  owner: string
  onDone: (batch: string) => void
}

/** Import step that sends the corrected rows of a file to a batch. */
export function SendRows({ importing, bench, format, fields, owner, onDone }: Props) {
  const { batch, book, file, mapping, joins } = useStore(importing.store)
  const { contents } = useStore(importing.dropped.store)
  const [total] = useState(() => {
    const { overview } = bench.store.getState()
    return overview.total - overview.discarded
  })
  const keys = fields.flatMap(({ key, type }) => (type === 'file' ? [key] : []))
  const [needed, setNeeded] = useState<readonly string[] | null>(keys.length > 0 ? null : [])
  const [files] = useState(() =>
    keys.length > 0
      ? createFileSender({
          ...{ reading: bench.reading, owner, keys },
          contents: () => importing.dropped.store.getState().contents,
          isGiven: () => true,
        })
      : undefined,
  )
  const [upload] = useState(() => {
    const joined = joinedKeys(joinedIn({ mapping, joins }, fields, importing.lists))
    return createUpload({
      reading: bench.reading,
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
  // Ignores files of rows stored before the page was closed, because these rows are not sent again.
  useEffect(() => {
    if (!isOpen) return
    const ask = async () => {
      const stored = batch ? await lastRowOf(batch).catch(() => 0) : 0
      setNeeded((await bench.reading.neededFiles(stored)).ids)
    }
    ask().catch(() => undefined)
  }, [bench, batch, isOpen])
  const finish = useCallback((made: string) => void importing.sent(made).then(() => onDone(made)), [importing, onDone])
  const back = () => importing.back('rows')
  if (!needed) return null
  const gone = needed.filter((id) => !contents.has(id)).length
  if (gone > 0)
    return (
      <FilesGone bench={bench} dropped={importing.dropped} gone={gone} onWithout={() => setNeeded([])} onBack={back} />
    )
  return <SendingStep upload={upload} files={files} total={total} onDone={finish} onBack={back} />
}
