import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { signatoryInputSchema } from '../../../domain/documents/signatory.ts'
import { publishedFormatsQuery } from '../../../formats/queries.ts'
import { getFieldErrors } from '../../../lib/form-errors.ts'
import { useFormFields } from '../../../lib/use-form-fields.ts'
import { useUser } from '../../../session/use-user.ts'
import { ImageInput } from '../../../settings/image-input.tsx'
import { maxSignatureSize } from '../../../settings/resize-document-image.ts'
import { saveSignatoryMutation, signatoryListQuery } from '../../../settings/signatory-queries.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../../ui/form/form-field.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { Cluster, Columns, Stack } from '../../../ui/page/layout.tsx'
import { Skeleton } from '../../../ui/state/screen-states.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

const labels = { name: 'Nombre', post: 'Cargo' }
const signatorySchema = z.object({ name: signatoryInputSchema.shape.name, post: signatoryInputSchema.shape.post })
export function SignatoryStep(props: SetupStepProps) {
  const { data: all } = useQuery(signatoryListQuery)
  const { data: formats } = useQuery(publishedFormatsQuery)
  if (!all || !formats) return <Skeleton lines={4} />
  if (!all.some(({ active }) => active))
    return <FirstSignatoryForm {...props} formatIds={formats.map(({ id }) => id)} />
  return (
    <Stack>
      <p>
        {new Intl.ListFormat('es').format(all.map(({ name }) => name))}.{' '}
        <Link to="/app/settings/$section" params={{ section: 'signatories' }}>
          Ver y agregar firmantes
        </Link>
      </p>
      <Cluster>{props.later}</Cluster>
    </Stack>
  )
}

/** Form of the first signatory, prefilled with the administrator. Adds a scanned signature to all published formats. */
function FirstSignatoryForm({ formatIds, onNext, later }: SetupStepProps & { formatIds: string[] }) {
  const me = useUser()
  const [signature, setSignature] = useState<File | null>()
  const saving = useMutation({ ...saveSignatoryMutation, onSuccess: onNext })
  const { form, frame, field } = useFormFields<z.infer<typeof signatorySchema>>({
    labels,
    resolver: zodResolver(signatorySchema),
    values: { name: me.name, post: '' },
    send: (input) =>
      saving.mutateAsync({
        ...input,
        idDocument: '',
        active: true,
        from: '',
        to: '',
        user: input.name === me.name ? me.id : '',
        replacedBy: '',
        formats: signature ? formatIds : [],
        ...(signature && { signature }),
      }),
  })
  return (
    <FormFrame {...frame}>
      <Columns>
        <FormField {...field('name')} help="Como debe aparecer bajo la línea.">
          <TextInput autoComplete="off" {...form.register('name')} />
        </FormField>
        <FormField {...field('post')} optional help="Por ejemplo, Jefe de Talento Humano.">
          <TextInput autoComplete="off" {...form.register('post')} />
        </FormField>
      </Columns>
      <ImageInput
        label="Firma escaneada"
        name="signature"
        help="Sale en los documentos de todos los formatos publicados. Solo la ven los administradores."
        alt="Firma escaneada"
        size={maxSignatureSize}
        current=""
        value={signature}
        onChange={setSignature}
        error={saving.error ? getFieldErrors(saving.error).signature : undefined}
      />
      <Cluster>
        <Button type="submit" variant="primary" pending={saving.isPending}>
          Guardar y seguir
        </Button>
        {later}
      </Cluster>
    </FormFrame>
  )
}
