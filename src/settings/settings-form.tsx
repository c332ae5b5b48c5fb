import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { countries } from '../domain/settings/country.ts'
import { type Settings, type SettingsInput, settingsInput } from '../domain/settings/settings.ts'
import { getFieldErrors } from '../lib/error-message.ts'
import { applyFieldErrors, getFieldError, getFormFrameProps } from '../lib/form-errors.ts'
import { pb } from '../lib/pb.ts'
import { Button } from '../ui/button.tsx'
import { Cluster } from '../ui/cluster.tsx'
import { Columns } from '../ui/columns.tsx'
import { FormField } from '../ui/form-field.tsx'
import { FormFrame } from '../ui/form-frame.tsx'
import { Panel } from '../ui/panel.tsx'
import { RadioGroup } from '../ui/radio-group.tsx'
import { Select } from '../ui/select.tsx'
import { Stack } from '../ui/stack.tsx'
import { TextInput } from '../ui/text-input.tsx'
import { ImageInput } from './image-input.tsx'
import { PageSettingsPanel, pageSettingLabels } from './page-settings-panel.tsx'
import { saveSettingsMutation } from './queries.ts'
import { maxLogoSize } from './resize-document-image.ts'

const labels = {
  organisationName: 'Nombre de la organización',
  organisationId: 'NIT o identificación',
  address: 'Dirección',
  city: 'Ciudad',
  phone: 'Teléfono',
  web: 'Página web',
  country: 'País',
  registration: 'Registro de usuarios',
  allowedDomains: 'Dominios de correo permitidos',
  ...pageSettingLabels,
}

type TextName = 'organisationName' | 'organisationId' | 'address' | 'city' | 'phone' | 'web'

const registrations = [
  { value: 'open', label: 'Abierto', help: 'Cualquier persona puede registrarse.' },
  { value: 'closed', label: 'Cerrado', help: 'Solo ingresan las personas invitadas.' },
]

export function SettingsForm({ settings }: { settings: Settings }) {
  const [logo, setLogo] = useState<File | null>()
  const form = useForm<SettingsInput>({
    resolver: zodResolver(settingsInput),
    values: toSettingsInput(settings),
    // Changes saved by another administrator update only the inputs that this user has not edited.
    resetOptions: { keepDirtyValues: true },
  })
  const saving = useMutation({
    ...saveSettingsMutation(),
    onSuccess: (saved) => {
      form.reset(toSettingsInput(saved))
      setLogo(undefined)
    },
    onError: (error) => applyFieldErrors(form, error),
  })
  const { errors } = form.formState
  const save = form.handleSubmit((input) =>
    saving.mutate({ ...input, id: settings.id, ...(logo !== undefined && { logo }) }),
  )
  const current = settings.logo ? pb.files.getURL({ ...settings, collectionName: 'settings' }, settings.logo) : ''
  const field = (name: keyof typeof labels) => ({ label: labels[name], name, error: getFieldError(errors, name) })
  const text = (name: TextName, type?: string, autoComplete?: string) => (
    <FormField {...field(name)} {...(name === 'organisationName' ? { required: true } : { optional: true })}>
      <TextInput type={type} autoComplete={autoComplete} {...form.register(name)} />
    </FormField>
  )
  return (
    <FormFrame {...getFormFrameProps(form, labels)} gap={5} onSubmit={save}>
      <Panel title="Organización" description="Aparece en el membrete de los documentos y en los correos.">
        <Stack>
          <Columns min={18}>
            {text('organisationName', 'text', 'organization')}
            {text('organisationId')}
            {text('address', 'text', 'street-address')}
            {text('city')}
            {text('phone', 'tel', 'tel')}
            {text('web', 'text', 'url')}
            <FormField {...field('country')} help="Define las reglas de los teléfonos y los documentos de identidad.">
              <Select
                options={Object.entries(countries).map(([value, label]) => ({ value, label }))}
                {...form.register('country')}
              />
            </FormField>
          </Columns>
          <ImageInput
            label="Logo"
            name="logo"
            help="Va en el membrete de cada documento. Se conserva el fondo transparente."
            alt="Logo de la organización"
            size={maxLogoSize}
            current={current}
            value={logo}
            onChange={setLogo}
            error={saving.error ? getFieldErrors(saving.error).logo : undefined}
          />
        </Stack>
      </Panel>
      <PageSettingsPanel form={form} />
      <Panel title="Registro" description="Un administrador debe activar cada cuenta nueva.">
        <Stack>
          <FormField {...field('registration')} group>
            <Controller
              control={form.control}
              name="registration"
              render={({ field: { value, onChange } }) => (
                <RadioGroup name="registration" value={value} onChange={onChange} options={registrations} />
              )}
            />
          </FormField>
          <FormField
            {...field('allowedDomains')}
            optional
            help="Separados por coma, por ejemplo: empresa.com, filial.com.co. Déjelo vacío para aceptar cualquier correo."
          >
            <TextInput {...form.register('allowedDomains')} />
          </FormField>
        </Stack>
      </Panel>
      <Cluster>
        <Button variant="primary" type="submit" pending={saving.isPending}>
          Guardar los ajustes
        </Button>
      </Cluster>
    </FormFrame>
  )
}

function toSettingsInput(settings: Settings): SettingsInput {
  const { organisationName, organisationId, registration, allowedDomains } = settings
  const { address, city, phone, web, country, pageSize, pageMargins, pageRagged, pageCountry } = settings
  const organisation = { organisationName, organisationId, address, city, phone, web, country }
  return { ...organisation, registration, allowedDomains, pageSize, pageMargins, pageRagged, pageCountry }
}
