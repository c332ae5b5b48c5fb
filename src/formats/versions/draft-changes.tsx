import { hasNoVersionChanges, type VersionContent } from '../../domain/formats/version-changes.ts'
import { Notice } from '../../ui/notice.tsx'
import { useVersionChanges } from './use-version-changes.ts'
import { VersionDiff } from './version-diff.tsx'
import s from './version-list.module.css'
import type { ListedVersion } from './version-queries.ts'

/** Panel of the differences between the published version and the draft, including unsaved changes. */
export function DraftChanges({ published, draft }: { published: ListedVersion; draft: VersionContent }) {
  const { changes, lines } = useVersionChanges(published.content, draft)
  const isSame = hasNoVersionChanges(changes)
  return (
    <section className={s.draft}>
      <h3 className={s.title}>Borrador comparado con la versión {published.number}</h3>
      {isSame ? (
        <Notice>El borrador es igual a la versión publicada.</Notice>
      ) : (
        <VersionDiff changes={changes} lines={lines} />
      )}
    </section>
  )
}
