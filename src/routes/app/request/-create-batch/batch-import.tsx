import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { importSteps } from '../../../../batches/batch-steps.tsx'
import { ColumnsStep } from '../../../../batches/columns/columns-step.tsx'
import { Begun } from '../../../../batches/intake/begun.tsx'
import { FileStep } from '../../../../batches/intake/file-step.tsx'
import type { Stage } from '../../../../batches/intake/import-state.ts'
import { createImport } from '../../../../batches/intake/importing.ts'
import { Latest } from '../../../../batches/intake/latest.tsx'
import type { JoinableList } from '../../../../batches/joining/joined.ts'
import { RowsStep } from '../../../../batches/rows/rows-step.tsx'
import { SendRows } from '../../../../batches/sending/send-rows.tsx'
import type { Values } from '../../../../domain/fields/field.ts'
import type { Format, FormatVersion } from '../../../../domain/formats/format.ts'
import { organisationTexts } from '../../../../domain/requests/prefill.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { contextIn } from '../../../../lib/context.ts'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { Stepper } from '../../../../ui/stepper.tsx'
import { RowPreview } from '../-batch/row-preview.tsx'
import s from './batch-import.module.css'

interface Props {
  format: Format
  version: FormatVersion
  settings: Settings
  lists: readonly JoinableList[]
  owner: string
  nameOf: (format: string) => string
}

const steps: Record<Stage, number> = { file: 0, reading: 0, columns: 1, judging: 1, rows: 2, sending: 3 }

const halfway = 'Faltan filas por guardar. Si sale ahora, podrá continuar después donde quedó. ¿Salir?'

/** This page itself, or the batch to which the rows went. */
const staysWith = (path: string) => /\/app\/request\/(create-batch|batch\/)/.test(path)

/** One file on its way to a batch of one format. */
export function BatchImport({ owner, nameOf, ...opened }: Props) {
  // A later reading of the loader must not put anything over what is being done.
  const [{ format, version, settings, lists }] = useState(opened)
  const [context] = useState(() => contextIn(settings))
  const navigate = useNavigate()
  const { draft } = useSearch({ from: '/app/request/create-batch' })
  const put = useCallback(
    (id: string | undefined) =>
      void navigate({
        to: '/app/request/create-batch',
        search: { format: format.id, ...(id && { draft: id }) },
        replace: id !== undefined,
        resetScroll: false,
      }),
    [navigate, format.id],
  )
  const [importing] = useState(() =>
    createImport({
      owner,
      format: format.id,
      fields: version.fields,
      context,
      lists,
      sources: organisationTexts(settings),
      onDraft: put,
    }),
  )
  const { stage, bench, kept, sheet } = useStore(importing.store)
  const known = useRef<string | undefined>(undefined)

  useEffect(() => {
    if (draft === known.current) return
    known.current = draft
    if (!draft) importing.close()
    else if (importing.store.getState().draft !== draft)
      void importing.restore(draft).then((there) => there || put(undefined))
  }, [draft, importing, put])
  useEffect(() => () => importing.close(), [importing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at the top
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [stage, sheet?.sheet])
  useBlocker({
    shouldBlockFn: ({ next }) => stage === 'sending' && !staysWith(next.pathname) && !window.confirm(halfway),
    enableBeforeUnload: () => stage === 'sending' || (!kept && stage !== 'file'),
  })

  const preview = (row: { row: number; values: Values }, onClose: () => void) => (
    <RowPreview
      row={row}
      format={format.name}
      version={version}
      settings={settings}
      context={context}
      onClose={onClose}
    />
  )
  const isFile = stage === 'file' || stage === 'reading'
  const step = steps[stage]
  const place = useRef<HTMLElement>(null)
  const before = useRef(stage)
  // Who goes by keys, or listens, goes on from the beginning of the new step.
  useEffect(() => {
    if (before.current === stage) return
    before.current = stage
    if (stage !== 'reading' && stage !== 'judging') place.current?.focus({ preventScroll: true })
  }, [stage])
  return (
    <Stack gap={5}>
      <PageHeader
        title="Nuevo lote"
        description={`${format.name} (${format.code})`}
        actions={
          isFile && (
            <LinkButton to="/app/request/create-batch" search={{}} size="s">
              Cambiar de formato
            </LinkButton>
          )
        }
      />
      <Stepper label="Pasos de un lote" steps={importSteps} current={step} />
      <section ref={place} tabIndex={-1} className={s.step} aria-label={importSteps[step]}>
        <Stack gap={5}>
          {isFile && (
            <>
              <FileStep importing={importing} name={format.name} fields={version.fields} context={context} />
              {stage === 'file' && (
                <>
                  <Begun owner={owner} format={format.id} nameOf={nameOf} />
                  <Latest owner={owner} nameOf={nameOf} />
                </>
              )}
            </>
          )}
          {(stage === 'columns' || stage === 'judging') && (
            <ColumnsStep importing={importing} format={format.id} fields={version.fields} />
          )}
          {stage === 'rows' && bench && (
            <RowsStep
              importing={importing}
              bench={bench}
              fields={version.fields}
              context={context}
              version={version}
              preview={preview}
            />
          )}
          {stage === 'sending' && bench && (
            <SendRows
              importing={importing}
              bench={bench}
              format={format.id}
              fields={version.fields}
              owner={owner}
              onDone={(batch) =>
                void navigate({ to: '/app/request/batch/$batchId', params: { batchId: batch }, replace: true })
              }
            />
          )}
        </Stack>
      </section>
    </Stack>
  )
}
