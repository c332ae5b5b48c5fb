import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Group } from '../domain/groups/group.ts'
import type { Substitution, SubstitutionInput } from '../domain/groups/substitution.ts'
import { addDays } from '../domain/time/local-time.ts'
import type { User } from '../domain/users/user.ts'
import type { Manager } from '../domain/users/user-output.ts'
import { getToday } from '../lib/date-format.ts'
import { pb } from '../lib/pb.ts'
import type { UserOption } from './user-search-query.ts'

const groups = () => pb.collection('groups')
const substitutions = () => pb.collection('substitutions')

/** Group with its members, sorted by name. Includes inactive members, who cannot decide. */
export interface GroupWithMembers extends Group {
  people: (UserOption & { isActive: boolean })[]
}

export const groupListQuery = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: async () => {
    const fields = 'id,name,members,created,updated,expand.members.id,expand.members.name,expand.members.isActive'
    const found = await groups().getFullList<Group & { expand?: { members?: GroupWithMembers['people'] } }>({
      sort: 'name,id',
      expand: 'members',
      fields,
    })
    return found.map(
      ({ expand, ...group }): GroupWithMembers => ({ ...group, people: sortByName(expand?.members ?? []) }),
    )
  },
  meta: { follows: ['users'] },
})

const sortByName = <Person extends UserOption>(people: Person[]) =>
  people.sort((a, b) => a.name.localeCompare(b.name, 'es'))

/**
 * Changed name and members of a group. Sends only the added and removed members, so that members added by another
 * administrator meanwhile remain.
 */
export interface GroupChange {
  id?: string | undefined
  name: string
  added: string[]
  removed: string[]
}

export const saveGroupMutation = mutationOptions({
  mutationKey: ['groups', 'save'],
  mutationFn: ({ id, name, added, removed }: GroupChange) =>
    id
      ? groups().update<Group>(id, { name, 'members+': added, 'members-': removed })
      : groups().create<Group>({ name, members: added }),
  meta: { success: 'Grupo guardado.', quiet: true },
})

export const deleteGroupMutation = mutationOptions({
  mutationKey: ['groups', 'delete'],
  mutationFn: (id: string) => groups().delete(id),
  meta: { success: 'Grupo borrado.', quiet: true },
})

/** Maximum number of ids per filter, because the server accepts at most 41 conditions. */
const maxIds = 40

/** Query for user names by id; only for administrators. */
export const userNamesQuery = (ids: readonly string[]) => {
  const asked = [...new Set(ids)].sort()
  return queryOptions({
    queryKey: ['users', 'named', asked],
    queryFn: async () => {
      const found: UserOption[] = []
      for (let from = 0; from < asked.length; from += maxIds) {
        const some = asked.slice(from, from + maxIds)
        const filter = some.map((id) => pb.filter('id = {:id}', { id })).join(' || ')
        found.push(...(await pb.collection('users').getFullList<UserOption>({ filter, fields: 'id,name' })))
      }
      return found
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Query for current and future substitutions, earliest first. */
export const substitutionListQuery = queryOptions({
  queryKey: ['substitutions', 'list'],
  queryFn: async () => {
    // Starts from yesterday, because the organisation's date may be one day behind the browser's. The server's `state`
    // marks ended ones.
    const filter = pb.filter('to >= {:day}', { day: addDays(getToday(), -1) })
    const found = await substitutions().getFullList<Substitution>({ filter, sort: 'from,id' })
    return found.filter(({ state }) => state !== 'over')
  },
  meta: { follows: ['users'] },
})

export const createSubstitutionMutation = mutationOptions({
  mutationKey: ['substitutions', 'create'],
  mutationFn: (input: SubstitutionInput) => substitutions().create<Substitution>(input),
  meta: { success: 'Reemplazo guardado.', quiet: true },
})

export const endSubstitutionMutation = mutationOptions({
  mutationKey: ['substitutions', 'delete'],
  mutationFn: (id: string) => substitutions().delete(id),
  meta: { success: 'Reemplazo quitado.', quiet: true },
})

/** Manager of a user, whose record the user cannot read. */
export const managerQuery = ({ id, manager }: Pick<User, 'id' | 'manager'>) =>
  queryOptions({
    queryKey: ['users', 'manager', id, manager],
    queryFn: async (): Promise<Manager> =>
      manager ? pb.send(`/api/app/users/${id}/manager`, { method: 'GET' }) : { name: '', isActive: false },
  })

export const setManagerMutation = mutationOptions({
  mutationKey: ['users', 'manager'],
  mutationFn: ({ id, updated, manager }: Pick<User, 'id' | 'updated' | 'manager'>) =>
    pb.collection('users').update<User>(id, { manager }, { query: { updated } }),
  meta: { quiet: true, success: 'Jefe inmediato guardado.' },
})
