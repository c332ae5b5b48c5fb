import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { type Signatory, type SignatoryInput, signatoryInputSchema } from '../domain/documents/signatory.ts'
import { HistoryPanel } from '../history/history-panel.tsx'
import { getFieldErrors } from '../lib/form-errors.ts'
import { useFormDialog } from '../lib/use-form-dialog.ts'
import { Checkbox, FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { FormDialog } from '../ui/overlay/form-dialog.tsx'
import { Columns, Stack } from '../ui/page/layout.tsx'
import { ImageInput } from './image-input.tsx'
import { maxSignatureSize } from './resize-document-image.ts'
import { saveSignatoryMutation, signatureUrlQuery } from './signatory-queries.ts'

export interface NamedOption {
  id: string
  name: string
}

interface Props {
  signatory?: Signatory | undefined
  others: readonly Signatory[]
  formats: readonly NamedOption[]
  people: readonly NamedOption[]
  onClose: () => void
}

const labels = {
  name: 'Nombre',
  post: 'Cargo',
  idDocument: 'Documento de identidad',
  from: 'Firma desde',
  to: 'Firma hasta',
  user: 'Su cuenta',
  replacedBy: 'Quién lo reemplaza',
}

export function SignatoryDialog({ signatory, others, formats, people, onClose }: Props) {
  const [signature, setSignature] = useState<File | null>()
  const { data: current = '' } = useQuery(signatureUrlQuery(signatory))
  const saving = useMutation({ ...saveSignatoryMutation, onSuccess: onClose })
  const { form, dialog, field } = useFormDialog<SignatoryInput>({
    labels,
    resolver: zodResolver(signatoryInputSchema),
    values: toSignatoryInput(signatory),
    noun: 'este firmante',
    send: (input) =>
      saving.mutateAsync({
        ...input,
        ...(signatory && { id: signatory.id }),
        ...(signature !== undefined && { signature }),
      }),
  })
  const text = (name: 'name' | 'post' | 'idDocument' | 'from' | 'to', help?: string, type = 'text') => (
    <FormField {...field(name)} {...(name === 'name' ? { required: true } : { optional: true })} help={help}>
      <TextInput type={type} {...form.register(name)} />
    </FormField>
  )
  const choice = (name: 'user' | 'replacedBy', options: readonly NamedOption[], help: string) => (
    <FormField {...field(name)} optional help={help}>
      <Select
        placeholder="Nadie"
        options={options.map(({ id, name: label }) => ({ value: id, label }))}
        {...form.register(name)}
      />
    </FormField>
  )
  return (
    <FormDialog
      id="signatory"
      title={signatory ? `Editar «${signatory.name}»` : 'Nuevo firmante'}
      submit="Guardar el firmante"
      {...dialog}
      unsaved={dialog.unsaved || (signature !== undefined && 'este firmante')}
      onClose={onClose}
      after={signatory && <HistoryPanel subject="signatories" subjectId={signatory.id} />}
    >
      {text('name', 'Como debe aparecer bajo la línea.')}
      <Columns min={14}>
        {text('post')}
        {text('idDocument', 'Con su tipo: C. C. 52.345.678.')}
        {text('from', 'Déjelo vacío si no hay fecha inicial.', 'date')}
        {text('to', 'Déjelo vacío si no hay fecha final.', 'date')}
        {choice('user', people, 'Esta persona firma los documentos que apruebe esa cuenta.')}
        {choice('replacedBy', others, 'Firma en su lugar si esta persona no puede.')}
      </Columns>
      <Checkbox
        label="Activo"
        help="Un firmante inactivo no firma documentos nuevos; los ya firmados no cambian."
        {...form.register('active')}
      />
      <ImageInput
        label="Firma escaneada"
        name="signature"
        help="Solo la ven los administradores; sale únicamente en los documentos de los formatos marcados abajo."
        alt={`Firma de ${signatory?.name ?? 'la persona'}`}
        size={maxSignatureSize}
        current={current}
        value={signature}
        onChange={setSignature}
        error={saving.error ? getFieldErrors(saving.error).signature : undefined}
      />
      <FormField
        label="Formatos que llevan su firma escaneada"
        name="formats"
        group
        optional
        help="En los demás queda la línea libre, para firmar a mano."
      >
        <Controller
          control={form.control}
          name="formats"
          render={({ field: { value, onChange } }) => (
            <Stack gap={1}>
              {formats.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  checked={value.includes(id)}
                  onChange={(event) =>
                    onChange(event.target.checked ? [...value, id] : value.filter((each) => each !== id))
                  }
                />
              ))}
            </Stack>
          )}
        />
      </FormField>
    </FormDialog>
  )
}

function toSignatoryInput(one: Signatory | undefined): SignatoryInput {
  if (!one)
    return { name: '', post: '', idDocument: '', active: true, from: '', to: '', formats: [], user: '', replacedBy: '' }
  const { name, post, idDocument, active, from, to, formats, user, replacedBy } = one
  return { name, post, idDocument, active, from, to, formats, user, replacedBy }
}
