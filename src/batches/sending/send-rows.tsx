import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { Import } from '../intake/importing.ts'
import type { Workbench } from '../rows/workbench.ts'
import { SendingStep } from './sending-step.tsx'
import { createUpload } from './upload.ts'

interface Props {
  importing: Import
  bench: Workbench
  format: string
  onDone: (batch: string) => void
}

/** The rows of one file, as they stand, into a batch. */
export function SendRows({ importing, bench, format, onDone }: Props) {
  const { batch, book, file } = useStore(importing.store)
  const [total] = useState(() => {
    const { overview } = bench.store.getState()
    return overview.total - overview.discarded
  })
  const [upload] = useState(() =>
    createUpload({
      reading: bench.reading,
      input: { format, fileName: file?.name ?? '', fileHash: book?.hash ?? '', total },
      batch,
      onBatch: importing.toSending,
    }),
  )
  const finish = useCallback((made: string) => void importing.sent(made).then(() => onDone(made)), [importing, onDone])
  return <SendingStep upload={upload} total={total} onDone={finish} onBack={() => importing.back('rows')} />
}
