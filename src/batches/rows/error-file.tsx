import { useState } from 'react'
import { countOf } from '../../lib/count.ts'
import { save } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Stack } from '../../ui/stack.tsx'
import type { Workbench } from './workbench.ts'

interface Props {
  bench: Workbench
  /** Rows in error. */
  count: number
  /** Of the file that the rows came from. */
  fileName: string
}

const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The bad rows as a workbook, to be corrected with the person's own tool and dropped here again. */
export function ErrorFile({ bench, count, fileName }: Props) {
  const [busy, setBusy] = useState<'out' | 'in' | null>(null)
  const [refusal, setRefusal] = useState<string>()

  async function download() {
    setBusy('out')
    try {
      save(new Blob([await bench.reading.errorWorkbook()], { type: xlsx }), `${baseOf(fileName)} - errores.xlsx`)
    } finally {
      setBusy(null)
    }
  }
  async function take(file: File) {
    setBusy('in')
    setRefusal(undefined)
    try {
      setRefusal(await bench.merge(file))
    } finally {
      setBusy(null)
    }
  }
  return (
    <Stack gap={3}>
      <p>
        Descargue solo las filas con errores, corríjalas en Excel y suelte aquí el mismo libro. La columna «Fila» dice a
        dónde vuelve cada una.
      </p>
      {count > 0 && (
        <div>
          <Button size="s" icon="download" pending={busy === 'out'} onClick={() => void download()}>
            {`Descargar ${countOf(count, 'fila', 'filas')}`}
          </Button>
        </div>
      )}
      <FileDrop
        label="Suelte aquí el libro corregido"
        accept=".xlsx,.xlsm,.ods,.csv"
        busy={busy === 'in'}
        onFile={(file) => void take(file)}
      />
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
    </Stack>
  )
}

function baseOf(name: string): string {
  return name.replace(/\.[^.]{1,5}$/, '')
}
