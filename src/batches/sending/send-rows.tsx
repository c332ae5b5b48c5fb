import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { Field } from '../../domain/field.ts'
import type { Import } from '../intake/importing.ts'
import { joinedIn, joinedKeys } from '../joining/joined.ts'
import type { Workbench } from '../rows/workbench.ts'
import { SendingStep } from './sending-step.tsx'
import { createUpload } from './upload.ts'

interface Props {
  importing: Import
  bench: Workbench
  format: string
  fields: readonly Field[]
  onDone: (batch: string) => void
}

/** The rows of one file, as they stand, into a batch. */
export function SendRows({ importing, bench, format, fields, onDone }: Props) {
  const { batch, book, file, mapping, joins } = useStore(importing.store)
  const [total] = useState(() => {
    const { overview } = bench.store.getState()
    return overview.total - overview.discarded
  })
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
    })
  })
  const finish = useCallback((made: string) => void importing.sent(made).then(() => onDone(made)), [importing, onDone])
  return <SendingStep upload={upload} total={total} onDone={finish} onBack={() => importing.back('rows')} />
}
