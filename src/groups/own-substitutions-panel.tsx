import { useQuery } from '@tanstack/react-query'
import { Panel } from '../ui/page/layout.tsx'
import { SubstitutionList } from './substitution-list.tsx'
import { userSearchQuery } from './user-search-query.ts'

/** Panel of the user's substitutes; hidden unless the user is an approver. */
export function OwnSubstitutionsPanel({ person, today }: { person: string; today: string | undefined }) {
  const { data } = useQuery(userSearchQuery(''))
  if (!data?.decides) return null
  return (
    <Panel title="Quién decide por mí" description="Si se ausenta, otra persona puede decidir en su lugar.">
      <SubstitutionList person={person} today={today} />
    </Panel>
  )
}
