import { useEffect, useState } from 'react'
import type { BatchRowInput } from '../../domain/batches/batch-input.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatCount, formatNumber } from '../../lib/number-format.ts'
import { isTransientError, retryUntilSuccess } from '../../lib/retry.ts'
import type { SheetWorkerClient } from '../../sheets/worker/sheet-worker-client.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Progress } from '../../ui/data/progress.tsx'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { splitRowsIntoChunks } from './row-chunks.ts'

/** Calls of an import that the server stages until the user confirms it. */
export interface ImportCalls<Staged, Change> {
  begin: (fileName: string) => Promise<Staged>
  upload: (
    staged: Staged,
    rows: readonly BatchRowInput[],
    signal: AbortSignal,
  ) => Promise<{ errors: { row: number; errors: Record<string, string> }[] }>
  preview: (staged: Staged) => Promise<Change>
  /** Whether rows in error are uploaded too. */
  uploadsErrors?: boolean
}

export interface ImportPreview<Staged, Change> {
  staged: Staged
  change: Change
  /** Number of rows in error, which the import leaves out. */
  left: number
}

interface Props<Staged, Change> {
  reading: SheetWorkerClient
  calls: ImportCalls<Staged, Change>
  fileName: string
  total: number
  onArrived: (arrived: ImportPreview<Staged, Change>) => void
  onBack: () => void
}

/** Panel that uploads the valid rows. The server stages the rows until the user confirms the import. */
export function ImportUpload<Staged, Change>(props: Props<Staged, Change>) {
  const { reading, calls, fileName, total, onArrived, onBack } = props
  const [done, setDone] = useState(0)
  const [waits, setWaits] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: starts one upload per attempt
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    async function send() {
      const answered = <Answer,>(call: () => Promise<Answer>) =>
        retryUntilSuccess(call, { signal, isExpected: isTransientError, onWait: () => setWaits(true) })
      const staged = await answered(() => calls.begin(fileName.slice(-255)))
      let left = 0
      for (let from: number | null = 0; from !== null; ) {
        const { rows, next }: Awaited<ReturnType<SheetWorkerClient['getRowChunk']>> = await reading.getRowChunk(from)
        signal.throwIfAborted()
        const right = calls.uploadsErrors ? rows : rows.filter(({ wrong }) => !wrong)
        left += rows.length - right.length
        for (const part of splitRowsIntoChunks(right)) {
          const { errors } = await answered(() => calls.upload(staged, part, signal))
          left += errors.length
          if (errors.length) await reading.addServerErrors(errors)
        }
        setWaits(false)
        setDone((before) => before + rows.length)
        from = next
      }
      const change = await answered(() => calls.preview(staged))
      // Stops if the user went back to the rows during the upload.
      signal.throwIfAborted()
      onArrived({ staged, left, change })
    }
    setDone(0)
    setError(null)
    send().catch((cause) => signal.aborted || setError(cause))
    return () => stop.abort()
  }, [tries])

  return (
    <Panel title="Enviar los registros al servidor">
      <Stack>
        <Progress
          label={waits ? 'Esperando al servidor' : 'Enviando registros'}
          value={done}
          max={Math.max(1, total)}
          detail={`${formatCount(done, 'fila', 'filas')} de ${formatNumber(total)}`}
        />
        {error !== null && (
          <Notice
            tone="danger"
            live
            action={
              <Button size="s" icon="refresh" onClick={() => setTries(tries + 1)}>
                Intentar de nuevo
              </Button>
            }
          >
            {describeError(error)}
          </Notice>
        )}
        <p>Todavía no cambia nada. En el paso siguiente verá los cambios y los confirma.</p>
        <div>
          <Button onClick={onBack}>Volver a las filas</Button>
        </div>
      </Stack>
    </Panel>
  )
}
