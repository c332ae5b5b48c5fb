import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { errorMessages } from '../../../../domain/errors.ts'
import { RestrictedFormat } from '../../../../formats/restricted-format.tsx'
import { describeError } from '../../../../lib/api-error.ts'
import { createRecordId } from '../../../../lib/create-record-id.ts'
import { notify } from '../../../../lib/notify.ts'
import { discardDraftMutation } from '../../../../requests/actions.ts'
import { RequestEditor } from '../../../../requests/form/request-editor.tsx'
import type { Draft } from '../../../../requests/form/use-draft.ts'
import { toLetterhead } from '../../../../requests/letterhead.ts'
import { useUser } from '../../../../session/use-user.ts'
import { ConfirmDialog } from '../../../../ui/overlay/confirm-dialog.tsx'
import { PageHeader, Stack } from '../../../../ui/page/layout.tsx'
import { Notice } from '../../../../ui/state/screen-states.tsx'
import { loadEditorData } from './load-editor-data.ts'

export { loadEditorData }

type EditorData = Awaited<ReturnType<typeof loadEditorData>>

export function RequestEditorPage({ opened }: { opened: EditorData }) {
  if (!opened.mayRequest && !opened.hasDraft) return <RestrictedFormat name={opened.format.name} />
  return <RequestEditorForm opened={opened} />
}

function RequestEditorForm({ opened }: { opened: EditorData }) {
  // Uses the data of the first render, because later loader runs must not overwrite typed values.
  const [{ id, stored, returned: asked, format, version, settings, context, opening, isExample }] = useState(opened)
  const user = useUser()
  const navigate = useNavigate()
  const [discarding, setDiscarding] = useState<Draft | null>(null)
  const [unkept, setUnkept] = useState(false)
  const discard = useMutation({
    ...discardDraftMutation,
    onSuccess: () => navigate({ to: '/app/request/create', search: {}, replace: true }),
  })
  const returned = stored?.status === 'returned'

  async function submitted() {
    notify.success(format.requiresReview ? 'Solicitud enviada.' : 'Solicitud aprobada. El documento se está generando.')
    await navigate({ to: '/app/request/$requestId', params: { requestId: id }, replace: true })
  }
  async function saveAsNew(draft: Draft) {
    const fresh = createRecordId()
    if (!draft.copyTo(fresh)) return setUnkept(true)
    draft.stopSaving()
    await navigate({ to: '/app/request/create', search: { draft: fresh }, replace: true })
  }

  return (
    <Stack gap={5}>
      <PageHeader
        title={format.name}
        eyebrow={
          returned ? (
            <Link to="/app/request/$requestId" params={{ requestId: id }}>
              {stored.number}
            </Link>
          ) : (
            <Link to="/app/request/create" search={{}}>
              Nueva solicitud
            </Link>
          )
        }
        description={format.description}
      />
      {returned && (
        <Notice tone="warning" title="Esta solicitud fue devuelta para corregir">
          {stored.reason}
        </Notice>
      )}
      {!opened.mayRequest && (
        <Notice tone="warning" title="Usted ya no puede enviar este borrador">
          {errorMessages['format.access']} El borrador se conserva.
        </Notice>
      )}
      {isExample && (
        <Notice tone="neutral" title="Los datos son un ejemplo">
          Cámbielos por los suyos, o envíelos así para ver un documento terminado. Después puede anularlo.
        </Notice>
      )}
      {unkept && (
        <Notice tone="danger" live>
          Este navegador no pudo guardar el borrador nuevo: no tiene espacio o no lo permite. Libere espacio e inténtelo
          de nuevo, o copie el texto a otro lugar.
        </Notice>
      )}
      <RequestEditor
        place={{ owner: user.id, id, format: format.id, base: opening.base }}
        format={format.name}
        version={version}
        opening={opening}
        notes={asked?.notes ?? {}}
        context={context}
        organisation={toLetterhead(settings)}
        isApprovedAtOnce={!format.requiresReview}
        submitLabel={
          returned ? 'Enviar de nuevo' : format.requiresReview ? 'Enviar solicitud' : 'Enviar y generar el documento'
        }
        onSubmitted={submitted}
        onDiscard={returned ? undefined : setDiscarding}
        onSaveAsNew={saveAsNew}
      />
      <ConfirmDialog
        open={discarding !== null}
        onClose={() => {
          setDiscarding(null)
          discard.reset()
        }}
        onConfirm={() => discarding && discard.mutate(discarding)}
        title="¿Borrar este borrador?"
        confirmLabel="Borrar"
        danger
        pending={discard.isPending}
        error={discard.error ? describeError(discard.error) : undefined}
      >
        <p>Lo que escribió en «{format.name}» se pierde y no se puede recuperar.</p>
      </ConfirmDialog>
    </Stack>
  )
}
