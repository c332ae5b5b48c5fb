import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Signatory } from '../domain/documents/signatory.ts'
import { formatLongDate } from '../domain/time/date.ts'
import { describeError } from '../lib/api-error.ts'
import { Button, IconButton } from '../ui/actions/button.tsx'
import { Badge } from '../ui/data/badge.tsx'
import { RecordLine } from '../ui/data/record-line.tsx'
import { Cluster, Panel, Stack } from '../ui/page/layout.tsx'
import { EmptyState, ErrorState, Skeleton } from '../ui/state/screen-states.tsx'
import { type NamedOption, SignatoryDialog } from './signatory-dialog.tsx'
import { signatoryListQuery } from './signatory-queries.ts'

/** Panel of the organisation's signatories. `formats` and `people`: options to choose from. */
export function SignatoriesPanel({
  formats,
  people,
}: {
  formats: readonly NamedOption[]
  people: readonly NamedOption[]
}) {
  const { data: all, error, refetch } = useQuery(signatoryListQuery)
  const [editing, setEditing] = useState<Signatory | 'new' | null>(null)
  const add = (
    <Button icon="plus" onClick={() => setEditing('new')}>
      Agregar firmante
    </Button>
  )
  return (
    <Panel>
      <Stack gap={3}>
        {!all && !error && <Skeleton height="3rem" />}
        {!all && error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
        {all?.length === 0 && (
          <EmptyState icon="user" title="Aún no hay firmantes" action={add}>
            Por ahora aparece el nombre de quien aprueba. Registre al firmante: su cargo y su firma aparecerán en los
            documentos nuevos.
          </EmptyState>
        )}
        <ul>
          {all?.map((one) => (
            <RecordLine key={one.id} name={one.name} details={formatDetails(one)}>
              {!one.active && <Badge tone="neutral">Inactivo</Badge>}
              <IconButton icon="edit" size="s" label={`Editar ${one.name}`} onClick={() => setEditing(one)} />
            </RecordLine>
          ))}
        </ul>
        {all?.length !== 0 && <Cluster>{add}</Cluster>}
      </Stack>
      {editing !== null && (
        <SignatoryDialog
          signatory={editing === 'new' ? undefined : editing}
          others={(all ?? []).filter((one) => editing === 'new' || one.id !== editing.id)}
          formats={formats}
          people={people}
          onClose={() => setEditing(null)}
        />
      )}
    </Panel>
  )
}

function formatDetails({ post, idDocument, from, to, signature }: Signatory): string {
  const period = [from && `desde el ${formatLongDate(from)}`, to && `hasta el ${formatLongDate(to)}`]
    .filter(Boolean)
    .join(' ')
  return [post, idDocument, period, signature && 'con firma escaneada'].filter(Boolean).join(' · ')
}
