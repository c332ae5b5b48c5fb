import type { UseFormReturn } from 'react-hook-form'
import { formatNotationSample, marginLabels, pageSizeLabels } from '../domain/documents/page-labels.ts'
import { countries } from '../domain/settings/country.ts'
import type { SettingsInput } from '../domain/settings/settings.ts'
import { getFieldError } from '../lib/form-errors.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Columns } from '../ui/columns.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Stack } from '../ui/stack.tsx'

export const pageSettingLabels = {
  pageSize: 'Tamaño del papel',
  pageMargins: 'Márgenes',
  pageRagged: 'Párrafos',
  pageCountry: 'Números y fechas como en',
}

const toOptions = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** Default page settings of documents, used when the format sets none. */
export function PageSettingsPanel({ form }: { form: UseFormReturn<SettingsInput> }) {
  const { errors } = form.formState
  const [country, chosen] = form.watch(['country', 'pageCountry'])
  return (
    <Panel
      title="Documentos"
      description="Papel, márgenes y cifras de los documentos. Cada formato puede cambiarlos; los documentos ya generados no cambian."
    >
      <Stack>
        <Columns min={18}>
          <FormField label={pageSettingLabels.pageSize} name="pageSize" error={getFieldError(errors, 'pageSize')}>
            <Select options={toOptions(pageSizeLabels)} {...form.register('pageSize')} />
          </FormField>
          <FormField
            label={pageSettingLabels.pageMargins}
            name="pageMargins"
            error={getFieldError(errors, 'pageMargins')}
          >
            <Select options={toOptions(marginLabels)} {...form.register('pageMargins')} />
          </FormField>
          <FormField
            label={pageSettingLabels.pageCountry}
            name="pageCountry"
            help={`Así se escriben: ${formatNotationSample(chosen || country)}`}
            error={getFieldError(errors, 'pageCountry')}
          >
            <Select
              placeholder={`El país de la organización (${countries[country]})`}
              options={toOptions(countries)}
              {...form.register('pageCountry')}
            />
          </FormField>
        </Columns>
        <Checkbox
          label="Párrafos alineados solo a la izquierda"
          help="Si la deja sin marcar, el texto se justifica."
          {...form.register('pageRagged')}
        />
      </Stack>
    </Panel>
  )
}
