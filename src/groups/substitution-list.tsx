import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Substitution } from '../domain/groups/substitution.ts'
import { formatLongDate } from '../domain/time/date.ts'
import { describeError } from '../lib/api-error.ts'
import { Button, IconButton } from '../ui/actions/button.tsx'
import { Badge } from '../ui/data/badge.tsx'
import { RecordLine } from '../ui/data/record-line.tsx'
import { MutationDialog } from '../ui/overlay/mutation-dialog.tsx'
import { Cluster, Stack } from '../ui/page/layout.tsx'
import { ErrorState, Skeleton } from '../ui/state/screen-states.tsx'
import { endSubstitutionMutation, substitutionListQuery } from './queries.ts'
import { SubstitutionDialog } from './substitution-dialog.tsx'

interface Props {
  person?: string
  /** Current date in the organisation's time zone; `undefined` while loading. */
  today: string | undefined
}

/** Table of substitutions: all, or the substitutions in which `person` is the substituted user or the substitute. */
export function SubstitutionList({ person, today }: Props) {
  const { data: all, error, refetch } = useQuery(substitutionListQuery)
  const [naming, setNaming] = useState(false)
  const [ending, setEnding] = useState<Substitution | null>(null)
  const mine = all?.filter((one) => !person || one.person === person || one.substitute === person)
  return (
    <Stack gap={3}>
      {!all && !error && <Skeleton height="1.25rem" />}
      {!all && error && <ErrorState message={describeError(error)} onRetry={() => void refetch()} />}
      {mine?.length === 0 && <p>{person ? 'No tiene reemplazo ni reemplaza a nadie.' : 'No hay reemplazos.'}</p>}
      <ul>
        {mine?.map((one) => (
          <RecordLine key={one.id} name={formatSubstitution(one, person)} details={formatPeriod(one)}>
            {one.state === 'now' && <Badge tone="info">Hoy</Badge>}
            {(!person || one.person === person) && (
              <IconButton
                icon="trash"
                size="s"
                label={`Terminar el reemplazo de ${one.personName} por ${one.substituteName}, ${formatPeriod(one)}`}
                onClick={() => setEnding(one)}
              />
            )}
          </RecordLine>
        ))}
      </ul>
      <Cluster>
        <Button icon="plus" onClick={() => setNaming(true)}>
          Agregar reemplazo
        </Button>
      </Cluster>
      {naming && <SubstitutionDialog person={person} today={today} onClose={() => setNaming(false)} />}
      {ending && <EndSubstitutionDialog one={ending} onClose={() => setEnding(null)} />}
    </Stack>
  )
}

function formatSubstitution({ person, personName, substituteName }: Substitution, me: string | undefined) {
  if (person === me)
    return (
      <>
        <strong>{substituteName}</strong> decide por usted
      </>
    )
  return (
    <>
      {me ? 'Usted' : <strong>{substituteName}</strong>} decide por <strong>{personName}</strong>
    </>
  )
}

function formatPeriod({ from, to }: Substitution): string {
  return from === to ? `el ${formatLongDate(from)}` : `del ${formatLongDate(from)} al ${formatLongDate(to)}`
}

function EndSubstitutionDialog({ one, onClose }: { one: Substitution; onClose: () => void }) {
  return (
    <MutationDialog
      danger
      onClose={onClose}
      mutation={endSubstitutionMutation}
      variables={one.id}
      title={`¿Terminar el reemplazo de ${one.personName} por ${one.substituteName}?`}
      confirmLabel="Terminar el reemplazo"
    >
      <p>Desde ahora no decide en su lugar. Las decisiones ya tomadas se conservan, con el nombre de ambos.</p>
    </MutationDialog>
  )
}
