import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { isDeepEqual } from '../../domain/fields/deep-equal.ts'
import type { FormatInput } from '../../domain/formats/format.ts'
import {
  compareVersions,
  getVersionContent,
  hasNoVersionChanges,
  type VersionContent,
} from '../../domain/formats/version-changes.ts'
import { describeError } from '../../lib/api-error.ts'
import { formatDateTime } from '../../lib/date-format.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Cluster, Stack } from '../../ui/page/layout.tsx'
import { ErrorState, Notice, Skeleton } from '../../ui/state/screen-states.tsx'
import { summarizeChanges, VersionDiff } from './version-diff.tsx'
import s from './version-list.module.css'
import { type ListedVersion, versionListQuery } from './version-queries.ts'

interface Props {
  format: { id: string; version: number }
  input: FormatInput
  /** Called when a version replaces the draft. */
  onReturn: (version: ListedVersion) => void
}

export function VersionList({ format, input, onReturn }: Props) {
  const query = useInfiniteQuery({ ...versionListQuery(format.id), enabled: format.version > 0 })
  const shown = useDeferredValue(input)
  const draft = useMemo(() => getVersionContent(shown), [shown])
  if (format.version === 0) return <p>Este formato no se ha publicado. Su primera versión aparecerá aquí.</p>
  if (query.error && !query.data)
    return <ErrorState message={describeError(query.error)} onRetry={() => void query.refetch()} />
  if (!query.data) return <Skeleton lines={3} />
  const versions = query.data.pages.flatMap((page) => page.versions)
  const oldest = query.data.pages.at(-1)?.previous
  const [latest] = versions
  return (
    <Stack gap={5}>
      {latest && <DraftChanges published={latest} draft={draft} />}
      <ol>
        {versions.map((version, i) => (
          <VersionItem
            key={version.number}
            version={version}
            previous={versions[i + 1]?.content ?? oldest}
            isLatest={i === 0}
            draft={draft}
            onReturn={() => onReturn(version)}
          />
        ))}
      </ol>
      {query.hasNextPage && (
        <div>
          <Button size="s" pending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            Ver más antiguas
          </Button>
        </div>
      )}
    </Stack>
  )
}

function DraftChanges({ published: { number, content }, draft }: { published: ListedVersion; draft: VersionContent }) {
  const changes = compareVersions(content, draft)
  return (
    <section className={s.draft}>
      <h3 className={s.title}>Borrador comparado con la versión {number}</h3>
      {hasNoVersionChanges(changes) ? (
        <Notice>El borrador es igual a la versión publicada.</Notice>
      ) : (
        <VersionDiff changes={changes} before={content} after={draft} />
      )}
    </section>
  )
}

interface ItemProps {
  version: ListedVersion
  /** Content of the previous version; absent for the first version. */
  previous?: VersionContent | undefined
  isLatest: boolean
  draft: VersionContent
  onReturn: () => void
}

function VersionItem({ version, previous, isLatest, draft, onReturn }: ItemProps) {
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
