import { useQuery } from '@tanstack/react-query'
import { Panel } from '../ui/panel.tsx'
import { peopleFound } from './people-found.ts'
import { SubstitutionList } from './substitution-list.tsx'

/** Panel of the user's substitutes; hidden unless the user is an approver. */
export function OwnSubstitutes({ person, today }: { person: string; today: string | undefined }) {
  const { data } = useQuery(peopleFound(''))
  if (!data?.decides) return null
  return (
    <Panel title="Quién decide por mí" description="Si se ausenta, otra persona puede decidir en su lugar.">
      <SubstitutionList person={person} today={today} />
    </Panel>
  )
}
