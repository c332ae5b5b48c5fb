import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebounced } from '../lib/use-debounced.ts'
import { Combobox } from '../ui/form/combobox.tsx'
import { type UserOption, userSearchQuery } from './user-search-query.ts'

interface Props {
  value: UserOption | null
  onChange: (person: UserOption | null) => void
  without: readonly string[]
  /** Accessible name; needed outside a `FormField`. */
  label?: string
  placeholder?: string
  autoFocus?: boolean
}

export function UserCombobox({ value, onChange, without, placeholder = 'Escriba un nombre', ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 250)
  const { data } = useQuery(userSearchQuery(search === value?.name ? '' : search))
  const offered = (data?.items ?? []).filter(({ id }) => id === value?.id || !without.includes(id))
  const people = value && !offered.some(({ id }) => id === value.id) ? [value, ...offered] : offered
  return (
    <Combobox
      {...rest}
      placeholder={placeholder}
      options={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? ''}
      onChange={(id) => onChange(people.find((user) => user.id === id) ?? null)}
      onSearch={setTyped}
    />
  )
}
