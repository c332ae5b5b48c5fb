import { useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { FormatInput } from '../../domain/formats/format.ts'
import {
  compareVersions,
  getVersionContent,
  hasNoVersionChanges,
  type VersionContent,
} from '../../domain/formats/version-changes.ts'
import { describeError } from '../../lib/error-message.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Stack } from '../../ui/page/stack.tsx'
import { ErrorState } from '../../ui/state/error-state.tsx'
import { Notice } from '../../ui/state/notice.tsx'
import { Skeleton } from '../../ui/state/skeleton.tsx'
import { VersionDiff } from './version-diff.tsx'
import { VersionItem } from './version-item.tsx'
import s from './version-list.module.css'
import { type ListedVersion, versionListQuery } from './version-queries.ts'

interface Props {
  format: { id: string; version: number }
  input: FormatInput
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
