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
  const errorOf = (name: keyof SettingsInput) => getFieldError(errors, name)
  const save = form.handleSubmit((input) =>
    saving.mutate({ ...input, id: settings.id, ...(logo !== undefined && { logo }) }),
  )
  const current = settings.logo ? pb.files.getURL({ ...settings, collectionName: 'settings' }, settings.logo) : ''
  return (
    <FormFrame {...getFormFrameProps(form, labels)} gap={5} onSubmit={save}>
      <Panel title="Organización" description="Aparece en el membrete de los documentos y en los correos.">
        <Stack>
          <Columns min={18}>
            <FormField
              label={labels.organisationName}
              name="organisationName"
              required
              error={errorOf('organisationName')}
            >
              <TextInput autoComplete="organization" {...form.register('organisationName')} />
            </FormField>
            <FormField label={labels.organisationId} name="organisationId" optional error={errorOf('organisationId')}>
              <TextInput {...form.register('organisationId')} />
            </FormField>
            <FormField label={labels.address} name="address" optional error={errorOf('address')}>
              <TextInput autoComplete="street-address" {...form.register('address')} />
            </FormField>
            <FormField label={labels.city} name="city" optional error={errorOf('city')}>
              <TextInput {...form.register('city')} />
            </FormField>
            <FormField label={labels.phone} name="phone" optional error={errorOf('phone')}>
              <TextInput type="tel" autoComplete="tel" {...form.register('phone')} />
            </FormField>
            <FormField label={labels.web} name="web" optional error={errorOf('web')}>
              <TextInput autoComplete="url" {...form.register('web')} />
            </FormField>
            <FormField
              label={labels.country}
              name="country"
              help="Define las reglas de los teléfonos y los documentos de identidad."
              error={errorOf('country')}
            >
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
          <FormField label={labels.registration} name="registration" group error={errorOf('registration')}>
            <Controller
              control={form.control}
              name="registration"
              render={({ field }) => (
                <RadioGroup
                  name="registration"
                  value={field.value}
                  onChange={field.onChange}
                  options={[
                    { value: 'open', label: 'Abierto', help: 'Cualquier persona puede registrarse.' },
                    { value: 'closed', label: 'Cerrado', help: 'Solo ingresan las personas invitadas.' },
                  ]}
                />
              )}
            />
          </FormField>
          <FormField
            label={labels.allowedDomains}
            name="allowedDomains"
            optional
            help="Separados por coma, por ejemplo: empresa.com, filial.com.co. Déjelo vacío para aceptar cualquier correo."
            error={errorOf('allowedDomains')}
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
