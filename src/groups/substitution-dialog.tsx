import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { type SubstitutionInput, substitutionSchema } from '../domain/groups/substitution.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { DayInput } from '../ui/form/day-input.tsx'
import { FormField } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Columns } from '../ui/page/layout.tsx'
import { createSubstitutionMutation } from './queries.ts'
import { UserCombobox } from './user-combobox.tsx'
import type { UserOption } from './user-search-query.ts'

const labels = { person: 'Quién se ausenta', substitute: 'Quién decide en su lugar', from: 'Desde', to: 'Hasta' }
const ownLabels = { ...labels, substitute: 'Quién decide por mí' }

interface Props {
  /** Id of the user who is substituted; `undefined` if the dialog has an input for that user. */
  person: string | undefined
  /** Name of `person`, if that is another user than the current one. */
  name?: string
  /** Current date in the organisation's time zone. */
  today: string | undefined
  onClose: () => void
}

export function SubstitutionDialog({ person, name, today, onClose }: Props) {
  const [names, setNames] = useState<Record<string, UserOption | null>>({})
  const saving = useMutation({ ...createSubstitutionMutation, onSuccess: onClose })
  const { form, dialog, field } = useFormDialog<SubstitutionInput>({
    labels: person && !name ? ownLabels : labels,
    resolver: zodResolver(substitutionSchema),
    values: { person: person ?? '', substitute: '', from: today ?? '', to: '' },
    noun: 'este reemplazo',
    send: saving.mutateAsync,
  })
  const chosen = (name: 'person' | 'substitute', other: string) => (
    <FormField {...field(name)} required>
      <Controller
        control={form.control}
        name={name}
        render={({ field: input }) => (
          <UserCombobox
            value={names[name] ?? null}
            without={[other]}
            onChange={(found) => {
              setNames((before) => ({ ...before, [name]: found }))
              input.onChange(found?.id ?? '')
            }}
          />
        )}
      />
    </FormField>
  )
  const day = (name: 'from' | 'to') => (
    <FormField {...field(name)} required>
      <Controller
        control={form.control}
        name={name}
        render={({ field: { ref, value, onChange } }) => (
          <DayInput ref={ref} label={labels[name]} value={value} onDay={onChange} onText={onChange} />
        )}
      />
    </FormField>
  )
  return (
    <FormDialog
      id="substitution"
      title={name ? `Reemplazo de ${name}` : 'Nuevo reemplazo'}
      description="Los dos días cuentan. Sus decisiones quedan a su nombre, en lugar de la persona ausente."
      submit="Guardar el reemplazo"
      {...dialog}
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
