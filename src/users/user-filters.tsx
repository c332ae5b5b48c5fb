import { roleLabels, roles } from '../domain/users/role.ts'
import { userStateLabels, userStates } from '../domain/users/user-state.ts'
import { formatNumber } from '../lib/number-format.ts'
import { SegmentedLink } from '../ui/actions/segmented-links.tsx'
import { FormField, Select } from '../ui/form/form-field.tsx'
import { SearchInput } from '../ui/form/search-input.tsx'
import s from './filters.module.css'
import type { UserListSearchParams } from './user-search.ts'

interface StatusProps {
  /** Search of the users; absent on the page of the people without an account. */
  search?: UserListSearchParams
  /** Number of accounts to activate. */
  waiting?: number | undefined
}

/** Links that filter the users by account status, and the link to the people without an account. */
export function UserStatusFilterLinks({ search, waiting }: StatusProps) {
  return (
    <>
      <SegmentedLink
        to="/app/user-managment"
        search={{}}
        // Without `exact`, this link would be active with any search.
        activeOptions={{ exact: true }}
        aria-current={!search || search.state || search.view ? undefined : 'page'}
      >
        Todos
      </SegmentedLink>
      {userStates.map((state) => (
        <SegmentedLink
          key={state}
          to="/app/user-managment"
          search={{ state }}
          activeOptions={{ exact: true }}
          aria-current={search?.state === state && !search.view ? 'page' : undefined}
          count={state === 'waiting' && waiting ? formatNumber(waiting) : undefined}
        >
          {userStateLabels[state]}
        </SegmentedLink>
      ))}
      <SegmentedLink to="/app/user-managment/guests" search={{}}>
        Personas externas
      </SegmentedLink>
    </>
  )
}

interface FilterProps {
  search: UserListSearchParams
  onChange: (change: Partial<UserListSearchParams>) => void
}

export function UserFilters({ search, onChange }: FilterProps) {
  return (
    <div className={s.filters}>
      <SearchInput
        label="Buscar por nombre, correo o teléfono"
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text })}
      />
      <FormField label="Rol" hideLabel>
        <Select
          value={search.role ?? ''}
          placeholder="Todos los roles"
          options={roles.map((role) => ({ value: role, label: roleLabels[role] }))}
          onChange={(event) => onChange({ role: roles.find((role) => role === event.target.value) })}
        />
      </FormField>
    </div>
  )
}
