import { formatTime } from '../../lib/date-format.ts'
import { describeError } from '../../lib/error-message.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Notice } from '../../ui/notice.tsx'
import s from './draft-status.module.css'
import type { Draft } from './use-draft.ts'

export function DraftStatus({ draft }: { draft: Draft }) {
  const [icon, text] = getStatusText(draft)
  const isFailed = icon === 'alert'
  return (
    <p className={cx(s.line, isFailed && s.failed)} role="status" data-failed={isFailed || undefined}>
      {text && <Icon name={icon} size={16} />}
      {text}
    </p>
  )
}

function getStatusText({ saving, savedAt, error, conflict, isEdited }: Draft): [IconName, string] {
  if (conflict === 'changed' && !isEdited) return ['alert', 'El borrador cambió en otro lugar.']
  if (conflict === 'changed')
    return ['alert', 'Sin guardar: el borrador cambió en otro lugar. Elija arriba qué versión conservar.']
  if (conflict === 'submitted') return ['alert', 'Sin guardar: la solicitud ya se envió. Elija arriba qué hacer.']
  if (conflict === 'gone') return ['alert', 'Sin guardar: el borrador ya no existe. Elija arriba qué hacer.']
  if (saving === 'failed') return ['alert', `${describeError(error)} Lo que escribió se guardó en este navegador.`]
  if (saving === 'saving' || saving === 'waiting') return ['clock', 'Guardando el borrador…']
  if (savedAt) return ['check', `Borrador guardado · ${formatTime(savedAt)}`]
  return ['check', '']
}

interface ConflictProps {
  draft: Draft
  id: string
  onReload: () => void
  onSaveAsNew: () => void
}

/** Overwrites the stored draft. If the server does not respond, shows the error and leaves the notice open. */
const overwriteDraft = (draft: Draft) => draft.insist().catch((error) => notify.error(describeError(error)))

/**
 * Notice with choices for a draft that was changed elsewhere or deleted. The typed text is kept until the user chooses.
 */
export function DraftConflictNotice({ draft, id, onReload, onSaveAsNew }: ConflictProps) {
  if (draft.conflict === 'changed')
    return (
      <Notice tone="warning" live title="Este borrador cambió en otra ventana o en otro equipo.">
        <p>
          {draft.isEdited
            ? 'Lo que escribió sigue en pantalla. Elija qué versión conservar.'
            : 'Aquí ve una versión anterior.'}
        </p>
        <Cluster gap={2}>
          {draft.isEdited && (
            <Button size="s" variant="primary" onClick={() => void overwriteDraft(draft)}>
              Conservar lo que escribí
            </Button>
          )}
          <Button size="s" variant={draft.isEdited ? 'secondary' : 'primary'} onClick={onReload}>
            Ver la versión guardada
          </Button>
        </Cluster>
      </Notice>
    )
  if (draft.conflict === 'submitted')
    return (
      <Notice tone="warning" live title="Esta solicitud ya se envió.">
        <p>Lo último que escribió sigue en pantalla, pero no se envió.</p>
        <Cluster gap={2}>
          <LinkButton size="s" variant="primary" to="/app/request/$requestId" params={{ requestId: id }}>
            Ver la solicitud
          </LinkButton>
          <Button size="s" onClick={onSaveAsNew}>
            Guardarlo como borrador nuevo
          </Button>
        </Cluster>
      </Notice>
    )
  if (draft.conflict === 'gone')
    return (
      <Notice tone="warning" live title="Este borrador se borró en otro lugar.">
        <p>Lo que escribió sigue en pantalla.</p>
        <Button size="s" variant="primary" onClick={onSaveAsNew}>
          Guardarlo como borrador nuevo
        </Button>
      </Notice>
    )
  return null
}
