import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Group } from '../domain/groups/group.ts'
import type { Substitution, SubstitutionInput } from '../domain/groups/substitution.ts'
import { addDays } from '../domain/time/today.ts'
import { pb } from '../lib/pb.ts'
import { today } from '../lib/when.ts'
import type { NamedPerson } from './people-found.ts'

const groups = () => pb.collection('groups')
const substitutions = () => pb.collection('substitutions')

/** With its people by name; who is not active decides nothing. */
export interface PeopledGroup extends Group {
  people: (NamedPerson & { isActive: boolean })[]
}

export const allGroups = queryOptions({
  queryKey: ['groups', 'all'],
  queryFn: async () => {
    const fields = 'id,name,members,created,updated,expand.members.id,expand.members.name,expand.members.isActive'
    const found = await groups().getFullList<Group & { expand?: { members?: PeopledGroup['people'] } }>({
      sort: 'name,id',
      expand: 'members',
      fields,
    })
    return found.map(({ expand, ...group }): PeopledGroup => ({ ...group, people: byName(expand?.members ?? []) }))
  },
  meta: { follows: ['users'] },
})

const byName = <Person extends NamedPerson>(people: Person[]) =>
  people.sort((a, b) => a.name.localeCompare(b.name, 'es'))

/** What changes of a group, and not who else is in it: somebody may have added another meanwhile. */
export interface GroupChange {
  /** Left out for a new one. */
  id?: string | undefined
  name: string
  added: string[]
  removed: string[]
}

export const saveGroup = mutationOptions({
  mutationKey: ['groups', 'save'],
  mutationFn: ({ id, name, added, removed }: GroupChange) =>
    id
      ? groups().update<Group>(id, { name, 'members+': added, 'members-': removed })
      : groups().create<Group>({ name, members: added }),
  meta: { success: 'Grupo guardado.', quiet: true },
})

export const deleteGroup = mutationOptions({
  mutationKey: ['groups', 'delete'],
  mutationFn: (id: string) => groups().delete(id),
  meta: { success: 'Grupo borrado.', quiet: true },
})

/** Ids in one filter: the server accepts 41 conditions. */
const mostNamed = 40

/** Who people are, for an administrator. */
export const peopleNamed = (ids: readonly string[]) => {
  const asked = [...new Set(ids)].sort()
  return queryOptions({
    queryKey: ['users', 'named', asked],
    queryFn: async () => {
      const found: NamedPerson[] = []
      for (let from = 0; from < asked.length; from += mostNamed) {
        const some = asked.slice(from, from + mostNamed)
        const filter = some.map((id) => pb.filter('id = {:id}', { id })).join(' || ')
        found.push(...(await pb.collection('users').getFullList<NamedPerson>({ filter, fields: 'id,name' })))
      }
      return found
    },
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  })
}

/** Those that hold or will hold, the nearest first. */
export const substitutionList = queryOptions({
  queryKey: ['substitutions', 'list'],
  queryFn: async () => {
    // The organisation's day may still be the day before; the server says which are over.
    const filter = pb.filter('to >= {:day}', { day: addDays(today(), -1) })
    const found = await substitutions().getFullList<Substitution>({ filter, sort: 'from,id' })
    return found.filter(({ state }) => state !== 'over')
  },
  meta: { follows: ['users'] },
})

export const nameSubstitute = mutationOptions({
  mutationKey: ['substitutions', 'create'],
  mutationFn: (input: SubstitutionInput) => substitutions().create<Substitution>(input),
  meta: { success: 'Reemplazo guardado.', quiet: true },
})

export const endSubstitution = mutationOptions({
  mutationKey: ['substitutions', 'delete'],
  mutationFn: (id: string) => substitutions().delete(id),
  meta: { success: 'Reemplazo quitado.', quiet: true },
})
