import { useState } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import { compareVersions, type VersionContent } from '../../domain/formats/version-changes.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Cluster } from '../../ui/page/cluster.tsx'
import { summarizeChanges, VersionDiff } from './version-diff.tsx'
import s from './version-list.module.css'
import type { ListedVersion } from './version-queries.ts'

interface Props {
  version: ListedVersion
  /** Content of the previous version; absent for the first version. */
  previous?: VersionContent | undefined
  isLatest: boolean
  draft: VersionContent
  onReturn: () => void
}

export function VersionItem({ version, previous, isLatest, draft, onReturn }: Props) {
  const [isOpen, setOpen] = useState(false)
  const [asks, setAsks] = useState(false)
  const { number, content, publishedAt, author } = version
  const changes = compareVersions(previous ?? content, content)
  const isDraft = isDeepEqual(draft, content)
  return (
    <li className={s.item}>
      <div className={s.head}>
        <div>
          <h3 className={s.title}>
            Versión {number} {isLatest && <Badge tone="success">La más reciente</Badge>}
          </h3>
          <p className={s.origin}>
            {author || 'Instalación inicial'} · <time dateTime={publishedAt}>{formatDateTime(publishedAt)}</time>
          </p>
          <p className={s.origin}>
            {previous
              ? summarizeChanges(changes).join(' · ')
              : `Primera versión, con ${formatCount(content.fields.length, 'campo', 'campos')}`}
          </p>
        </div>
        <Cluster>
          {previous && (
            <Button size="s" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? 'Ocultar los cambios' : 'Ver los cambios'}
              <span className="visually-hidden"> de la versión {number}</span>
            </Button>
          )}
          {isDraft ? (
            <span className={s.origin}>Es el borrador actual</span>
          ) : (
            <Button size="s" icon="return" onClick={() => setAsks(true)}>
              Volver a esta versión<span className="visually-hidden"> (la {number})</span>
            </Button>
          )}
        </Cluster>
      </div>
      {isOpen && previous && <VersionDiff changes={changes} before={previous} after={content} />}
      {asks && (
        <ConfirmDialog
          open
          onClose={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false)
            onReturn()
          }}
          title={`¿Volver a la versión ${number}?`}
          confirmLabel="Reemplazar el borrador"
        >
          <p>En el borrador cambia: {summarizeChanges(compareVersions(draft, content)).join(' · ')}.</p>
          <p>
            El nombre, la descripción y el plazo no cambian. Nada se guarda ni se publica todavía, y puede deshacerlo.
          </p>
        </ConfirmDialog>
      )}
    </li>
  )
}
