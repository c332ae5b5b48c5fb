import { useBlocker, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { importStepLabels } from '../../../../batches/batch-messages.ts'
import { ColumnsStep } from '../../../../batches/columns/columns-step.tsx'
import { FileStep } from '../../../../batches/intake/file-step.tsx'
import { ImportDraftList, LatestBatches } from '../../../../batches/intake/import-lists.tsx'
import { createImportSession, type ImportSession } from '../../../../batches/intake/import-session.ts'
import { ImportSteps } from '../../../../batches/intake/import-steps.tsx'
import type { JoinableList } from '../../../../batches/list-joins.ts'
import { RowsStep } from '../../../../batches/rows/rows-step.tsx'
import { SendRowsStep } from '../../../../batches/sending/send-rows-step.tsx'
import type { Values } from '../../../../domain/fields/field.ts'
import type { Format, FormatVersion } from '../../../../domain/formats/format.ts'
import { getOrganisationPrefillSources } from '../../../../domain/requests/prefill.ts'
import type { Settings } from '../../../../domain/settings/settings.ts'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { LinkButton } from '../../../../ui/actions/button.tsx'
import { PageHeader, Stack } from '../../../../ui/page/layout.tsx'
import { RowPreviewDialog } from '../-batch/row-preview-dialog.tsx'

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

interface ImportFormatData {
  format: Format
  version: FormatVersion
  settings: Settings
  lists: readonly JoinableList[]
}

const leaveWarning = 'Faltan filas por guardar. Si sale ahora, podrá continuar después donde quedó. ¿Salir?'

/** Returns whether a path is the import page or a batch page, on which the import continues. */
const isImportPath = (path: string) => /\/app\/request\/(create-batch|batch\/)/.test(path)

/** State of the import of one file; the draft's id is in the URL. */
function useBatchImport(opened: ImportFormatData, owner: string) {
  // Uses the data of the first render, because later loader runs must not change an open import.
  const [{ format, version, settings, lists }] = useState(opened)
  const [context] = useState(() => createValidationContext(settings))
  const navigate = useNavigate()
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
    createImportSession({
      owner,
      format: format.id,
      fields: version.fields,
      context,
      lists,
      sources: getOrganisationPrefillSources(settings),
      onDraft: put,
    }),
  )
  useDraftInUrl(importing, put)
  const { stage, editor, kept, sheet } = useStore(importing.store)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step scrolls to the top
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [stage, sheet?.sheet])
  useBlocker({
    shouldBlockFn: ({ next }) => stage === 'sending' && !isImportPath(next.pathname) && !window.confirm(leaveWarning),
    enableBeforeUnload: () => stage === 'sending' || (!kept && stage !== 'file'),
  })
  return { importing, stage, editor, format, version, settings, context }
}

/** Resumes the draft from the URL, and closes the import when the page unmounts. */
function useDraftInUrl(importing: ImportSession, put: (id: string | undefined) => void) {
  const { draft } = useSearch({ from: '/app/request/create-batch' })
  const known = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (draft === known.current) return
    known.current = draft
    if (!draft) importing.close()
    else if (importing.store.getState().draft !== draft)
      void importing.restore(draft).then((there) => there || put(undefined))
  }, [draft, importing, put])
  useEffect(() => () => importing.close(), [importing])
}
