import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { newId } from '../../../../lib/new-id.ts'
import { notify } from '../../../../lib/notify.ts'
import { deleteDraft } from '../../../../requests/actions.ts'
import { copyOf, dropCopy, keepCopy } from '../../../../requests/draft-copy.ts'
import { RequestEditor } from '../../../../requests/form/request-editor.tsx'
import { letterheadOf } from '../../../../requests/letterhead.ts'
import { useUser } from '../../../../session/use-user.ts'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { Notice } from '../../../../ui/notice.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { Stack } from '../../../../ui/stack.tsx'
import type { openEditor } from './open-editor.ts'

type Opened = Awaited<ReturnType<typeof openEditor>>

/** One request being written, or corrected after it came back. */
export function EditorPage({ opened }: { opened: Opened }) {
  // A later reading of the loader must not put anything over what is being typed.
  const [{ id, stored, format, version, settings, context, opening }] = useState(opened)
  const user = useUser()
  const navigate = useNavigate()
  const [discarding, setDiscarding] = useState(false)
  const discard = useMutation(deleteDraft)
  const returned = stored?.status === 'returned'

  async function submitted() {
    notify.success(format.requiresReview ? 'Solicitud enviada.' : 'Solicitud aprobada: el documento se está haciendo.')
    await navigate({ to: '/app/request/$requestId', params: { requestId: id }, replace: true })
  }
  async function remove() {
    // A draft that the server never got is only here.
    await discard.mutateAsync(id).catch(() => undefined)
    dropCopy(user.id, id)
    await navigate({ to: '/app/request/create', search: {}, replace: true })
  }
  function reload() {
    dropCopy(user.id, id)
    location.reload()
  }
  async function saveAsNew() {
    const copy = copyOf(user.id, id)
    const fresh = newId()
    if (copy) keepCopy(user.id, { ...copy, id: fresh, base: '' })
    dropCopy(user.id, id)
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
      <RequestEditor
        place={{ owner: user.id, id, format: format.id, base: opening.base }}
        version={version}
        opening={opening}
        context={context}
        organisation={letterheadOf(settings)}
        submitLabel={
          returned ? 'Enviar de nuevo' : format.requiresReview ? 'Enviar solicitud' : 'Enviar y hacer el documento'
        }
        onSubmitted={submitted}
        onDiscard={returned ? undefined : () => setDiscarding(true)}
        onReload={reload}
        onSaveAsNew={saveAsNew}
      />
      <ConfirmDialog
        open={discarding}
        onClose={() => setDiscarding(false)}
        onConfirm={remove}
        title="¿Borrar este borrador?"
        confirmLabel="Borrar"
        danger
        pending={discard.isPending}
      >
        <p>Lo que escribió en «{format.name}» se pierde y no se puede recuperar.</p>
      </ConfirmDialog>
    </Stack>
  )
}
