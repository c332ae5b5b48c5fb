import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '../domain/users/user.ts'
import { loadMatchingUsersMutation } from './queries.ts'
import type { SelectedUser, UserListSearchParams } from './user-search.ts'

/** State of the selection in the user list: rows of the page, or all results except deselected rows. */
export function useUserSelection({ search, state, role }: UserListSearchParams, items: readonly User[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [all, setAll] = useState<readonly SelectedUser[] | null>(null)
  const filter = JSON.stringify([search, state, role])
  const [selectedBy, setSelectedBy] = useState(filter)
  const loading = useMutation(loadMatchingUsersMutation)

  function clear() {
    setSelected(new Set())
    setAll(null)
  }
  if (selectedBy !== filter) {
    setSelectedBy(filter)
    clear()
  }
  async function selectAll() {
    const users = await loading.mutateAsync({ search, state, role })
    setAll(users)
    setSelected(new Set(users.map(({ id }) => id)))
  }
  return {
    selected,
    /** Users of `selected`: those of this page, or of all pages after `selectAll`. */
    users: (all ?? items).filter(({ id }) => selected.has(id)) as readonly SelectedUser[],
    isAll: all !== null,
    isLoading: loading.isPending,
    select: setSelected,
    selectAll: () => void selectAll().catch(() => undefined),
    clear,
  }
}
