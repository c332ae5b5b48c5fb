import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { type SubstitutionInput, substitutionInput } from '../domain/groups/substitution.ts'
import { applyFieldErrors, errorOf, frameOf } from '../lib/form.ts'
import { Columns } from '../ui/columns.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import type { NamedPerson } from './people-found.ts'
import { PersonInput } from './person-input.tsx'
import { nameSubstitute } from './queries.ts'

const labels = { person: 'Quién se ausenta', substitute: 'Quién decide en su lugar', from: 'Desde', to: 'Hasta' }
const ownLabels = { ...labels, substitute: 'Quién decide por mí' }

interface Props {
  /** Whose substitute it is; left out where one chooses that as well. */
  person: string | undefined
  /** The organisation's day. */
  today: string | undefined
  onClose: () => void
}

export function SubstitutionDialog({ person, today, onClose }: Props) {
  const [names, setNames] = useState<Record<string, NamedPerson | null>>({})
  const words = person ? ownLabels : labels
  const form = useForm<SubstitutionInput>({
    resolver: zodResolver(substitutionInput),
    defaultValues: { person: person ?? '', substitute: '', from: today ?? '', to: '' },
  })
  const saving = useMutation({
    ...nameSubstitute,
    onSuccess: onClose,
    onError: (error) => applyFieldErrors(form, error),
  })
  const { errors, isDirty } = form.formState
  const chosen = (name: 'person' | 'substitute', other: string) => (
    <FormField label={words[name]} name={name} required error={errorOf(errors, name)}>
      <Controller
        control={form.control}
        name={name}
        render={({ field }) => (
          <PersonInput
            value={names[name] ?? null}
            without={[other]}
            onChange={(found) => {
              setNames((before) => ({ ...before, [name]: found }))
              field.onChange(found?.id ?? '')
            }}
          />
        )}
      />
    </FormField>
  )
  const day = (name: 'from' | 'to') => (
    <FormField label={words[name]} name={name} required error={errorOf(errors, name)}>
      <TextInput type="date" {...form.register(name)} />
    </FormField>
  )
  return (
    <FormDialog
      id="substitution"
      title="Nuevo reemplazo"
      description="Los dos días cuentan. Sus decisiones quedan a su nombre, en lugar de la persona ausente."
      submit="Guardar el reemplazo"
      pending={saving.isPending}
      unsaved={isDirty && 'este reemplazo'}
      {...frameOf(form, words)}
      onSubmit={form.handleSubmit((input) => saving.mutate(input))}
      onClose={onClose}
    >
      {!person && chosen('person', names.substitute?.id ?? '')}
      {chosen('substitute', person ?? names.person?.id ?? '')}
      <Columns min={12}>
        {day('from')}
        {day('to')}
      </Columns>
    </FormDialog>
  )
}
