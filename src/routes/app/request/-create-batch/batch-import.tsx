import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { importSteps } from '../../../../batches/batch-steps.tsx'
import { ColumnsStep } from '../../../../batches/columns/columns-step.tsx'
import { Begun } from '../../../../batches/intake/begun.tsx'
import { FileStep } from '../../../../batches/intake/file-step.tsx'
import type { Stage } from '../../../../batches/intake/import-state.ts'
import { Latest } from '../../../../batches/intake/latest.tsx'
import { RowsStep } from '../../../../batches/rows/rows-step.tsx'
import { SendRows } from '../../../../batches/sending/send-rows.tsx'
import type { Values } from '../../../../domain/fields/field.ts'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { Stepper } from '../../../../ui/stepper.tsx'
import { RowPreview } from '../-batch/row-preview.tsx'
import s from './batch-import.module.css'
import { type OpenedFormat, useBatchImport } from './use-batch-import.ts'

interface Props extends OpenedFormat {
  owner: string
  nameOf: (format: string) => string
}

const steps: Record<Stage, number> = { file: 0, reading: 0, columns: 1, judging: 1, rows: 2, sending: 3 }

/** Steps from a file to a batch of one format. */
export function BatchImport({ owner, nameOf, ...opened }: Props) {
  const { importing, stage, bench, format, version, settings, context } = useBatchImport(opened, owner)
  const navigate = useNavigate()
  const place = useStepFocus(stage)
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
  const shared = { importing, format: format.id, fields: version.fields, context }
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
          {isFile && <FileStep {...shared} name={format.name} />}
          {stage === 'file' && (
            <>
              <Begun owner={owner} format={format.id} nameOf={nameOf} />
              <Latest owner={owner} nameOf={nameOf} />
            </>
          )}
          {(stage === 'columns' || stage === 'judging') && <ColumnsStep {...shared} />}
          {stage === 'rows' && bench && <RowsStep {...shared} bench={bench} version={version} preview={preview} />}
          {stage === 'sending' && bench && (
            <SendRows
              {...shared}
              bench={bench}
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

/** Moves focus to the beginning of each new step, for keyboard and screen-reader users. */
function useStepFocus(stage: Stage) {
  const place = useRef<HTMLElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current === stage) return
    before.current = stage
    if (stage !== 'reading' && stage !== 'judging') place.current?.focus({ preventScroll: true })
  }, [stage])
  return place
}
