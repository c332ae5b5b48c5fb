import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { importStepLabels } from '../../../../batches/batch-stepper.tsx'
import { ColumnsStep } from '../../../../batches/columns/columns-step.tsx'
import { FileStep } from '../../../../batches/intake/file-step.tsx'
import { ImportDraftList } from '../../../../batches/intake/import-draft-list.tsx'
import type { ImportStage } from '../../../../batches/intake/import-state.ts'
import { LatestBatches } from '../../../../batches/intake/latest-batches.tsx'
import { RowsStep } from '../../../../batches/rows/rows-step.tsx'
import { SendRowsStep } from '../../../../batches/sending/send-rows-step.tsx'
import type { Values } from '../../../../domain/fields/field.ts'
import { LinkButton } from '../../../../ui/link-button.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import { Stepper } from '../../../../ui/stepper.tsx'
import { RowPreviewDialog } from '../-batch/row-preview-dialog.tsx'
import s from './batch-import.module.css'
import { type ImportFormatData, useBatchImport } from './use-batch-import.ts'

interface Props extends ImportFormatData {
  owner: string
  nameOf: (format: string) => string
}

const steps: Record<ImportStage, number> = { file: 0, reading: 0, columns: 1, validating: 1, rows: 2, sending: 3 }

/** Import steps that create a batch of one format from a file. */
export function BatchImport({ owner, nameOf, ...opened }: Props) {
  const { importing, stage, editor, format, version, settings, context } = useBatchImport(opened, owner)
  const navigate = useNavigate()
  const place = useStepFocus(stage)
  const preview = (row: { row: number; values: Values }, onClose: () => void) => (
    <RowPreviewDialog
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
      <Stepper label="Pasos de un lote" steps={importStepLabels} current={step} />
      <section ref={place} tabIndex={-1} className={s.step} aria-label={importStepLabels[step]}>
        <Stack gap={5}>
          {isFile && <FileStep {...shared} name={format.name} />}
          {stage === 'file' && (
            <>
              <ImportDraftList owner={owner} format={format.id} nameOf={nameOf} />
              <LatestBatches owner={owner} nameOf={nameOf} />
            </>
          )}
          {(stage === 'columns' || stage === 'validating') && <ColumnsStep {...shared} />}
          {stage === 'rows' && editor && <RowsStep {...shared} editor={editor} version={version} preview={preview} />}
          {stage === 'sending' && editor && (
            <SendRowsStep
              {...shared}
              editor={editor}
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
function useStepFocus(stage: ImportStage) {
  const place = useRef<HTMLElement>(null)
  const before = useRef(stage)
  useEffect(() => {
    if (before.current === stage) return
    before.current = stage
    if (stage !== 'reading' && stage !== 'validating') place.current?.focus({ preventScroll: true })
  }, [stage])
  return place
}
