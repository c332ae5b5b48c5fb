import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Field, ValidationContext } from '../../domain/fields/field.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { PageHeader, Stack } from '../../ui/page/layout.tsx'
import { ColumnsStep } from '../columns/columns-step.tsx'
import { RowsStep } from '../rows/rows-step.tsx'
import { type ImportCalls, type ImportPreview, ImportUpload } from '../sending/import-upload.tsx'
import { FileStep } from './file-step.tsx'
import { createImportSession } from './import-session.ts'
import { ImportSteps } from './import-steps.tsx'

interface Props<Staged, Change> {
  title: string
  description?: string
  /** Button that leaves the page. */
  exit: { label: string; onExit: () => void }
  /** Name of the template file. */
  name: string
  /** Key under which the browser stores the column mapping of the user. */
  target: string
  owner: string
  fields: readonly Field[]
  context: ValidationContext
  maxRows: number
  calls: ImportCalls<Staged, Change>
  /** Consequence of leaving the page before the import. */
  leaveNote: string
  /** Content above the choice of the file. */
  before?: ReactNode
  /** Last step: shows what the import would change. */
  children: (arrived: ImportPreview<Staged, Change>, actions: ConfirmationActions) => ReactNode
}

interface ConfirmationActions {
  onBack: () => void
  /** Leaves the page without a question, because the file is imported. */
  onDone: () => void
  /** Returns to the choice of a file, because the file is imported. */
  onRestart: () => void
}

const names = ['Archivo', 'Columnas', 'Filas', 'Confirmar']

/**
 * Page that imports a sheet as records. Reading, column mapping and corrections are as in a batch. The user then confirms a summary of the changes.
 */
export function SheetImport<Staged, Change>(props: Props<Staged, Change>) {
  const { title, description, exit, name, target, owner, fields, context, maxRows, calls, children } = props
  const [importing] = useState(() =>
    // Stores no draft in the browser: the file contains personal data, and *Lotes* would offer the draft as a batch.
    createImportSession({ owner, format: target, fields, context, keep: false, onDraft: () => undefined }),
  )
  const [arrived, setArrived] = useState<ImportPreview<Staged, Change> | null>(null)
  const { stage, editor, file } = useStore(importing.store)
  const isDone = useRef(false)
  const back = () => {
    setArrived(null)
    importing.back('rows')
  }
  useEffect(() => () => void importing.leave(), [importing])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step scrolls to the top
  useEffect(() => {
    window.scrollTo({ top: 0 })
  }, [stage])
  useEffect(() => {
    function readPasted({ clipboardData }: ClipboardEvent) {
      const text = clipboardData?.getData('text/plain') ?? ''
      if (stage === 'file' && text.includes('\n')) void importing.open(new File([text], 'Columnas pegadas.tsv'))
    }
    addEventListener('paste', readPasted)
    return () => removeEventListener('paste', readPasted)
  }, [importing, stage])
  const isUnsaved = () => stage !== 'file' && !isDone.current
  const leaving = useBlocker({ shouldBlockFn: isUnsaved, enableBeforeUnload: isUnsaved, withResolver: true })
  return (
    <Stack gap={5}>
      <PageHeader
        title={title}
        {...(description && { description })}
        actions={<Button onClick={exit.onExit}>{exit.label}</Button>}
      />
      {stage === 'file' && props.before}
      <ImportSteps label="Pasos de una importación" names={names} stage={stage}>
        {(stage === 'file' || stage === 'reading') && (
          <FileStep importing={importing} name={name} fields={fields} context={context} maxRows={maxRows} />
        )}
        {(stage === 'columns' || stage === 'validating') && (
          <ColumnsStep importing={importing} format={target} fields={fields} />
        )}
        {stage === 'rows' && editor && (
          <RowsStep
            importing={importing}
            editor={editor}
            fields={fields}
            version={{ format: target, id: target }}
            isOnlyValid
          />
        )}
        {stage === 'sending' && editor && !arrived && (
          <ImportUpload
            reading={editor.reading}
            calls={calls}
            fileName={file?.name ?? ''}
            total={editor.store.getState().overview.total}
            onArrived={setArrived}
            onBack={back}
          />
        )}
        {stage === 'sending' &&
          arrived &&
          children(arrived, {
            onBack: back,
            onDone() {
              isDone.current = true
              exit.onExit()
            },
            onRestart() {
              setArrived(null)
              void importing.leave()
            },
          })}
      </ImportSteps>
      <ConfirmDialog
        open={leaving.status === 'blocked'}
        onClose={() => leaving.reset?.()}
        onConfirm={() => leaving.proceed?.()}
        title="¿Salir sin importar el archivo?"
        confirmLabel="Salir sin importar"
        danger
      >
        <p>{props.leaveNote}</p>
      </ConfirmDialog>
    </Stack>
  )
}
