import { useNavigate } from '@tanstack/react-router'
import { importStepLabels } from '../../../../batches/batch-messages.ts'
import { ColumnsStep } from '../../../../batches/columns/columns-step.tsx'
import { FileStep } from '../../../../batches/intake/file-step.tsx'
import { ImportDraftList, LatestBatches } from '../../../../batches/intake/import-lists.tsx'
import { ImportSteps } from '../../../../batches/intake/import-steps.tsx'
import { RowsStep } from '../../../../batches/rows/rows-step.tsx'
import { SendRowsStep } from '../../../../batches/sending/send-rows-step.tsx'
import type { Values } from '../../../../domain/fields/field.ts'
import { LinkButton } from '../../../../ui/actions/link-button.tsx'
import { PageHeader } from '../../../../ui/page/page-header.tsx'
import { Stack } from '../../../../ui/page/stack.tsx'
import { RowPreviewDialog } from '../-batch/row-preview-dialog.tsx'
import { type ImportFormatData, useBatchImport } from './use-batch-import.ts'

interface Props extends ImportFormatData {
  owner: string
  nameOf: (format: string) => string
}

/** Import steps that create a batch of one format from a file. */
export function BatchImport({ owner, nameOf, ...opened }: Props) {
  const { importing, stage, editor, format, version, settings, context } = useBatchImport(opened, owner)
  const navigate = useNavigate()
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
      <ImportSteps label="Pasos de un lote" names={importStepLabels} stage={stage}>
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
            onDone={(batch) =>
              void navigate({ to: '/app/request/batch/$batchId', params: { batchId: batch }, replace: true })
            }
          />
        )}
      </ImportSteps>
    </Stack>
  )
}
