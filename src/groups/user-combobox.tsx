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
}

export function UserCombobox({ value, onChange, without, label }: Props) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 250)
  const { data } = useQuery(userSearchQuery(search === value?.name ? '' : search))
  const offered = (data?.items ?? []).filter(({ id }) => id === value?.id || !without.includes(id))
  const people = value && !offered.some(({ id }) => id === value.id) ? [value, ...offered] : offered
  return (
    <Combobox
      {...(label !== undefined && { label })}
      placeholder="Escriba un nombre"
      options={people.map(({ id, name }) => ({ value: id, label: name }))}
      value={value?.id ?? ''}
      onChange={(id) => onChange(people.find((user) => user.id === id) ?? null)}
      onSearch={setTyped}
    />
  )
}
