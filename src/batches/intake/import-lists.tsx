import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { batchStatusLabels } from '../../domain/batches/batch.ts'
import { formatTimeAgo } from '../../lib/date-format.ts'
import { deleteFile } from '../../lib/local-files.ts'
import { formatCount } from '../../lib/number-format.ts'
import { queryClient } from '../../lib/query-client.ts'
import { IconButton } from '../../ui/actions/button.tsx'
import { StateBadge } from '../../ui/data/state-badge.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import s from '../../ui/page/link-list.module.css'
import { type ImportDraft, listImportDrafts } from '../import-drafts.ts'
import { latestBatchesQuery } from '../queries.ts'

interface Props {
  owner: string
  /** Format id to filter by; missing for all formats. */
  format?: string | undefined
  nameOf: (format: string) => string
}

export function ImportDraftList({ owner, format, nameOf }: Props) {
  const key = ['batch-drafts', owner]
  const { data = [] } = useQuery({ queryKey: key, queryFn: () => listImportDrafts(owner), staleTime: 0 })
  const drafts = data.filter((draft) => !format || draft.format === format)
  if (drafts.length === 0) return null
  return (
    <Panel flush title="Continúe donde quedó">
      <ul className="divided">
        {drafts.map((draft) => (
          <li key={draft.id} className={s.line}>
            <Link to="/app/request/create-batch" search={{ format: draft.format, draft: draft.id }} className={s.link}>
              <Icon name="sheet" size={16} />
              <span className={s.text}>
                <span className={s.name}>{draft.fileName}</span>
                <span className="text-tertiary wrap-anywhere">
                  {nameOf(draft.format)} · {formatDraftStatus(draft)}
                </span>
              </span>
              <span className="text-tertiary">{formatTimeAgo(new Date(draft.at).toISOString())}</span>
            </Link>
            <IconButton
              size="s"
              icon="trash"
              label={`Quitar «${draft.fileName}»`}
              onClick={async () => {
                await deleteFile(draft.id)
                await queryClient.invalidateQueries({ queryKey: key })
              }}
            />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function formatDraftStatus({ batch, counts, atRows, steps }: Omit<ImportDraft, 'file'>): string {
  if (batch) return 'guardado sin terminar'
  if (!counts || !(atRows || steps.length > 0)) return 'columnas por revisar'
  return counts.error > 0
    ? `${formatCount(counts.error, 'fila con errores', 'filas con errores')} de ${formatCount(counts.total, 'fila', 'filas')}`
    : `${formatCount(counts.total, 'fila', 'filas')} sin errores`
}

export function LatestBatches({ owner, nameOf }: { owner: string; nameOf: (format: string) => string }) {
  const { data } = useQuery(latestBatchesQuery(owner))
  if (!data || data.items.length === 0) return null
  return (
    <Panel flush title="Sus lotes recientes">
      <ul className="divided">
        {data.items.map((batch) => (
          <li key={batch.id} className={s.line}>
            <Link to="/app/request/batch/$batchId" params={{ batchId: batch.id }} className={s.link}>
              <Icon name="batch" size={16} />
              <span className={s.text}>
                <span className={s.name}>{batch.number}</span>
                <span className="text-tertiary wrap-anywhere">
                  {nameOf(batch.format)} · {batch.fileName} · {formatCount(batch.total, 'fila', 'filas')}
                </span>
              </span>
              <StateBadge {...batchStatusLabels[batch.status]} />
              <span className="text-tertiary">{formatTimeAgo(batch.created)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
