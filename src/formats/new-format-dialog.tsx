import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { type Format, type FormatInput, formatSchema } from '../domain/formats/format.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { FormDialog } from '../ui/form-dialog.tsx'
import { FormField } from '../ui/form-field.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { copyFormatMutation, createFormatMutation, type NewFormat } from './admin-queries.ts'

interface Props {
  /** Format to copy; `undefined` for an empty format. */
  original?: Format | undefined
  /** Content of the new format, e.g. from a Word document. Its code, name and category are suggestions. */
  content?: Partial<FormatInput>
  /** Notes above the inputs. */
  children?: ReactNode
  onClose: () => void
  onMade: (format: Format) => void
}

const labels = { code: 'Código', name: 'Nombre', category: 'Categoría' }
const newFormat = z.pick(formatSchema, { code: true, name: true, category: true })

export function NewFormatDialog({ original, content, children, onClose, onMade }: Props) {
  const creating = useMutation({ ...createFormatMutation, onSuccess: onMade })
  const copying = useMutation({ ...copyFormatMutation, onSuccess: onMade })
  const { form, dialog, field } = useFormDialog<NewFormat>({
    labels,
    resolver: zodResolver(newFormat),
    values: {
      code: content?.code ?? '',
      name: original ? `${original.name} (copia)` : (content?.name ?? ''),
      category: (original ?? content)?.category ?? '',
    },
    noun: 'este formato',
    send: ({ code, name, category }) =>
      original
        ? copying.mutateAsync({ id: original.id, code, name })
        : creating.mutateAsync({ ...content, code, name, category }),
  })
  return (
    <FormDialog
      id="new-format"
      title={original ? `Copiar «${original.name}»` : 'Nuevo formato'}
      description="Empieza como borrador: nadie lo ve hasta que usted lo publique."
      submit={original ? 'Crear la copia' : 'Crear el borrador'}
      {...dialog}
      onClose={onClose}
    >
      {children}
      <FormField
        {...field('code')}
        required
        help="De 2 a 4 letras mayúsculas. Los documentos se numeran con él: CL-2026-000147."
      >
        <TextInput
          autoCapitalize="characters"
          maxLength={4}
          {...form.register('code', { setValueAs: (code: string) => code.trim().toUpperCase() })}
        />
      </FormField>
      <FormField {...field('name')} required>
        <TextInput {...form.register('name')} />
      </FormField>
      {!original && (
        <FormField {...field('category')} required>
          <TextInput {...form.register('category')} />
        </FormField>
      )}
    </FormDialog>
  )
}
