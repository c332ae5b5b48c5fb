import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import { type Format, formatInput } from '../domain/formats/format.ts'
import { applyFieldErrors, errorOf, frameOf } from '../lib/form.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { copyFormat, createFormat, type NewFormat } from './admin-queries.ts'

interface Props {
  /** Begins as a copy of this one. */
  original?: Format | undefined
  onClose: () => void
  onMade: (format: Format) => void
}

const labels = { code: 'Código', name: 'Nombre', category: 'Categoría' }
const newFormat = z.pick(formatInput, { code: true, name: true, category: true })

export function NewFormatDialog({ original, onClose, onMade }: Props) {
  const form = useForm<NewFormat>({
    resolver: zodResolver(newFormat),
    defaultValues: {
      code: '',
      name: original ? `${original.name} (copia)` : '',
      category: original?.category ?? '',
    },
  })
  const onError = (error: unknown) => applyFieldErrors(form, error)
  const creating = useMutation({ ...createFormat, onSuccess: onMade, onError })
  const copying = useMutation({ ...copyFormat, onSuccess: onMade, onError })
  const pending = creating.isPending || copying.isPending
  const { errors, isDirty } = form.formState
  const send = form.handleSubmit(({ code, name, category }) =>
    original ? copying.mutate({ id: original.id, code, name }) : creating.mutate({ code, name, category }),
  )
  return (
    <FormDialog
      id="new-format"
      title={original ? `Copiar «${original.name}»` : 'Nuevo formato'}
      description="Empieza como borrador: nadie lo ve hasta que usted lo publique."
      submit={original ? 'Crear la copia' : 'Crear el borrador'}
      pending={pending}
      unsaved={isDirty && 'este formato'}
      {...frameOf(form, labels)}
      onSubmit={send}
      onClose={onClose}
    >
      <FormField
        label={labels.code}
        name="code"
        required
        help="De 2 a 4 letras mayúsculas. Los documentos se numeran con él: CL-2026-000147."
        error={errorOf(errors, 'code')}
      >
        <TextInput
          autoCapitalize="characters"
          maxLength={4}
          {...form.register('code', { setValueAs: (code: string) => code.trim().toUpperCase() })}
        />
      </FormField>
      <FormField label={labels.name} name="name" required error={errorOf(errors, 'name')}>
        <TextInput {...form.register('name')} />
      </FormField>
      {!original && (
        <FormField label={labels.category} name="category" required error={errorOf(errors, 'category')}>
          <TextInput {...form.register('category')} />
        </FormField>
      )}
    </FormDialog>
  )
}
