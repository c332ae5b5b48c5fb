import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod/mini'
import { settingsSchema } from '../../../domain/settings/settings.ts'
import { getFieldErrors } from '../../../lib/form-errors.ts'
import { useFormFields } from '../../../lib/use-form-fields.ts'
import { ImageInput } from '../../../settings/image-input.tsx'
import { saveSettingsMutation } from '../../../settings/mutations.ts'
import { settingsQuery } from '../../../settings/queries.ts'
import { maxLogoSize } from '../../../settings/resize-document-image.ts'
import { getLogoUrl } from '../../../settings/save-setting.ts'
import { Button } from '../../../ui/actions/button.tsx'
import { FormField, TextInput } from '../../../ui/form/form-field.tsx'
import { FormFrame } from '../../../ui/form/form-frame.tsx'
import { Cluster, Columns } from '../../../ui/page/layout.tsx'
import type { SetupStepProps } from './setup-step-props.ts'

const labels = {
  organisationName: 'Nombre de la organización',
  organisationId: 'NIT o identificación',
  city: 'Ciudad',
}
const organisationSchema = z.pick(settingsSchema, { organisationName: true, organisationId: true, city: true })
type Organisation = z.infer<typeof organisationSchema>

export function OrganisationStep({ onNext, later }: SetupStepProps) {
  const { data: settings } = useQuery(settingsQuery())
  const [logo, setLogo] = useState<File | null>()
  const saving = useMutation({ ...saveSettingsMutation, onSuccess: onNext })
  const { organisationName = '', organisationId = '', city = '' } = settings ?? {}
  const { form, frame, field } = useFormFields<Organisation>({
    labels,
    resolver: zodResolver(organisationSchema),
    values: { organisationName, organisationId, city },
    isLive: true,
    send: (input) => saving.mutateAsync({ ...input, id: settings?.id ?? '', ...(logo !== undefined && { logo }) }),
  })
  const text = (name: keyof Organisation, autoComplete?: string) => (
    <FormField {...field(name)}>
      <TextInput autoComplete={autoComplete} {...form.register(name)} />
    </FormField>
  )
  return (
    <FormFrame {...frame}>
      {text('organisationName', 'organization')}
      <Columns>
        {text('organisationId')}
        {text('city', 'address-level2')}
      </Columns>
      <ImageInput
        label="Logo"
        name="logo"
        help="Va en el membrete de cada documento. Se conserva el fondo transparente."
        alt="Logo de la organización"
        size={maxLogoSize}
        current={settings ? getLogoUrl(settings) : ''}
        value={logo}
        onChange={setLogo}
        error={saving.error ? getFieldErrors(saving.error).logo : undefined}
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
