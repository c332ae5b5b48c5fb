import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { type Format, type FormatInput, formatSchema } from '../domain/formats/format.ts'
import { countries } from '../domain/settings/country.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { copyFormatMutation, createFormatMutation, type NewFormat } from './admin-queries.ts'
import { exampleFormats, loadExampleFormat } from './example-formats.ts'

interface Props {
  /** Format to copy; `undefined` for an empty format. */
  original?: Format | undefined
  /** Content of the new format, e.g. from a Word document. Its code, name and category are suggestions. */
  content?: Partial<FormatInput>
  children?: ReactNode
  onClose: () => void
  onMade: (format: Format) => void
}

const labels = { code: 'Código', name: 'Nombre', category: 'Categoría' }
const newFormat = z.pick(formatSchema, { code: true, name: true, category: true })

export function NewFormatDialog({ original, content, children, onClose, onMade }: Props) {
  const [example, setExample] = useState('')
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
    send: async ({ code, name, category }) => {
      if (original) return copying.mutateAsync({ id: original.id, code, name })
      const start = example ? await loadExampleFormat(example) : content
      return creating.mutateAsync({ ...start, code, name, category })
    },
  })
  function startFrom(code: string) {
    setExample(code)
    const { name = '', category = '' } = exampleFormats.find((one) => one.code === code) ?? {}
    for (const [part, value] of Object.entries({ code, name, category }))
      form.setValue(part as keyof NewFormat, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
  }
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
      {!original && !content && (
        <FormField
          label="Empezar con"
          name="example"
          help="Los ejemplos son un punto de partida. Revíselos con su área jurídica antes de publicarlos."
        >
          <Select
            value={example}
            placeholder="Un formato vacío"
            options={exampleFormats.map(({ code, name, country }) => ({
              value: code,
              label: name,
              group: countries[country],
            }))}
            onChange={(event) => startFrom(event.target.value)}
          />
        </FormField>
      )}
      <FormField {...field('code')} required help="De 2 a 4 letras mayúsculas. Numeran los documentos: CL-2026-000147.">
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
