import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useState } from 'react'
import { SubstitutionDialog } from '../../../../groups/substitution-dialog.tsx'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { UserActionDialog } from '../../../../users/user-action-dialog.tsx'
import type { SelectedUser } from '../../../../users/user-search.ts'

/** Dialog of an action on users. Before a deactivation, the administrator can name a substitute in a second dialog. */
export function UserQuestion(props: ComponentProps<typeof UserActionDialog>) {
  const [absent, setAbsent] = useState<SelectedUser | null>(null)
  const { data: settings } = useQuery(settingsQuery())
  if (!absent) return <UserActionDialog {...props} onSubstitute={setAbsent} />
  return (
    <SubstitutionDialog
      person={absent.id}
      name={absent.name}
      today={settings && createValidationContext(settings).today}
      onClose={() => setAbsent(null)}
    />
  )
}
