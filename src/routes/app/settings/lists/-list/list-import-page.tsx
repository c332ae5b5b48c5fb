import { useSuspenseQuery } from '@tanstack/react-query'
import { useBlocker, useNavigate, useParams, useRouteContext, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { ColumnsStep } from '../../../../../batches/columns/columns-step.tsx'
import { FileStep } from '../../../../../batches/intake/file-step.tsx'
import { createImportSession } from '../../../../../batches/intake/import-session.ts'
import { ImportSteps } from '../../../../../batches/intake/import-steps.tsx'
import { RowsStep } from '../../../../../batches/rows/rows-step.tsx'
import { getListFields, maxListRows } from '../../../../../domain/lists/list.ts'
import { createValidationContext } from '../../../../../lib/validation-context.ts'
import { ImportConfirmation } from '../../../../../lists/import-confirmation.tsx'
import { type ImportPreview, ImportUpload } from '../../../../../lists/import-upload.tsx'
import { listQuery } from '../../../../../lists/queries.ts'
import { settingsQuery } from '../../../../../settings/queries.ts'
import { Button } from '../../../../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../../../../ui/overlay/confirm-dialog.tsx'
import { PageHeader, Stack } from '../../../../../ui/page/layout.tsx'

const from = '/app/settings/lists/$listId/import'

const names = ['Archivo', 'Columnas', 'Filas', 'Confirmar']

/**
 * Import of a file into a list of the organisation. Reading, column mapping and corrections are as in a batch. The user
 * then confirms a summary of the changes.
 */
export function ListImportPage() {
  const { data: opened } = useSuspenseQuery(listQuery(useParams({ from }).listId))
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const { user } = useRouteContext({ from })
  const navigate = useNavigate({ from })
  const { history } = useRouter()
  // Uses the columns of the first render, because changes by another administrator must not affect the matching.
  const [list] = useState(opened)
  const [fields] = useState(() => getListFields(list))
  const [context] = useState(() => createValidationContext(settings))
  const [importing] = useState(() =>
    // Stores no draft in the browser: the file contains personal data, and *Lotes* would offer the draft as a batch.
    createImportSession({ owner: user.id, format: list.id, fields, context, keep: false, onDraft: () => undefined }),
  )
  const [arrived, setArrived] = useState<ImportPreview | null>(null)
  const { stage, editor, file } = useStore(importing.store)
  const isClosed = useRef(false)
  function leave() {
    // Goes back to the list, because a second entry of it would need the back button of the browser twice.
    if (history.canGoBack()) history.back()
    else void navigate({ to: '..', replace: true })
  }
  /** Leaves the page without a question, because the file is imported. */
  function close() {
    isClosed.current = true
    leave()
  }
  const back = () => {
    setArrived(null)
    importing.back('rows')
  }
  useEffect(() => () => void importing.leave(), [importing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step scrolls to the top
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [stage])
  const isUnsaved = () => stage !== 'file' && !isClosed.current
  const leaving = useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true })
  return (
    <Stack gap={5}>
      <PageHeader
        title="Importar registros"
        description={list.name}
        actions={<Button onClick={leave}>Volver a la lista</Button>}
      />
      <ImportSteps label="Pasos de una importación" names={names} stage={stage}>
        {(stage === 'file' || stage === 'reading') && (
          <FileStep importing={importing} name={list.name} fields={fields} context={context} maxRows={maxListRows} />
        )}
        {(stage === 'columns' || stage === 'validating') && (
          <ColumnsStep importing={importing} format={list.id} fields={fields} />
        )}
        {stage === 'rows' && editor && (
          <RowsStep
            importing={importing}
            editor={editor}
            fields={fields}
            version={{ format: list.id, id: list.id }}
            isOnlyValid
          />
        )}
        {stage === 'sending' && editor && !arrived && (
          <ImportUpload
            reading={editor.reading}
            list={list.id}
            fileName={file?.name ?? ''}
            total={editor.store.getState().overview.total}
            onArrived={setArrived}
            onBack={back}
          />
        )}
        {stage === 'sending' && arrived && (
          <ImportConfirmation list={list} arrived={arrived} onDone={close} onBack={back} />
        )}
      </ImportSteps>
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
        title="¿Salir sin importar el archivo?"
        confirmLabel="Salir sin importar"
        danger
      >
        <p>La lista no cambia. Las correcciones de las filas se pierden.</p>
      </ConfirmDialog>
    </Stack>
  )
}
