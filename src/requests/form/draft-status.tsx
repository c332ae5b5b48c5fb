import { Link } from '@tanstack/react-router'
import { describeError } from '../../lib/api-error.ts'
import { formatTime } from '../../lib/date-format.ts'
import { Button, LinkButton } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Cluster } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
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

function getStatusText({ saving, savedAt, error, isFrozen, replaced }: Draft): [IconName, string] {
  if (isFrozen) return ['alert', 'Sin guardar: la solicitud ya se envió. Elija arriba qué hacer.']
  if (saving === 'failed') return ['alert', `${describeError(error)} Lo que escribió se guardó en este navegador.`]
  if (saving === 'saving' || saving === 'waiting') return ['clock', 'Guardando el borrador…']
  if (savedAt && replaced) return ['info', 'Borrador guardado. Había otro texto: vea el aviso de arriba.']
  if (savedAt) return ['check', `Borrador guardado · ${formatTime(savedAt)}`]
  return ['check', '']
}

interface ConflictProps {
  draft: Draft
  id: string
  hasFiles: boolean
  onSaveAsNew: () => void
}

const filesHint = ' En un borrador nuevo, adjunte otra vez los archivos.'

/** Notice about a draft that another page submitted, or whose text in another page was replaced by a save of this page. */
export function DraftConflictNotice({ draft: { isFrozen, replaced }, id, hasFiles, onSaveAsNew }: ConflictProps) {
  if (isFrozen)
    return (
      <Notice tone="warning" live title="Esta solicitud ya se envió.">
        <p>Lo último que escribió sigue en pantalla, pero no se envió.{hasFiles && filesHint}</p>
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
  if (!replaced) return null
  return (
    <Notice tone="warning" live title="Este borrador tenía otro texto, guardado en otra ventana o en otro equipo.">
      Ahora tiene lo que escribió aquí. El otro texto está en un{' '}
      <Link to="/app/request/create" search={{ draft: replaced.id }}>
        borrador aparte
      </Link>
      {replaced.isStored
        ? ', solo en este navegador.'
        : ', solo en esta ventana: ábralo antes de cerrarla, porque el navegador no tiene espacio.'}
      {replaced.hadFiles && ' Sus archivos no se copiaron: adjúntelos de nuevo allí.'}
    </Notice>
  )
}
