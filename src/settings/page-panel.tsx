import type { UseFormReturn } from 'react-hook-form'
import { formatNotationSample, marginLabels, pageSizeLabels } from '../domain/documents/page-labels.ts'
import { countries } from '../domain/settings/country.ts'
import type { SettingsInput } from '../domain/settings/settings.ts'
import { errorOf } from '../lib/form.ts'
import { Checkbox } from '../ui/checkbox.tsx'
import { Columns } from '../ui/columns.tsx'
import { FormField } from '../ui/form-field.tsx'
import { Panel } from '../ui/panel.tsx'
import { Select } from '../ui/select.tsx'
import { Stack } from '../ui/stack.tsx'

export const pageLabels = {
  pageSize: 'Tamaño del papel',
  pageMargins: 'Márgenes',
  pageRagged: 'Párrafos',
  pageCountry: 'Números y fechas como en',
}

const optionsOf = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }))

/** Default page settings of documents, used when the format sets none. */
export function PagePanel({ form }: { form: UseFormReturn<SettingsInput> }) {
  const { errors } = form.formState
  const [country, chosen] = form.watch(['country', 'pageCountry'])
  return (
    <Panel
      title="Documentos"
      description="Papel, márgenes y cifras de los documentos. Cada formato puede cambiarlos; los documentos ya generados no cambian."
    >
      <Stack>
        <Columns min={18}>
          <FormField label={pageLabels.pageSize} name="pageSize" error={errorOf(errors, 'pageSize')}>
            <Select options={optionsOf(pageSizeLabels)} {...form.register('pageSize')} />
          </FormField>
          <FormField label={pageLabels.pageMargins} name="pageMargins" error={errorOf(errors, 'pageMargins')}>
            <Select options={optionsOf(marginLabels)} {...form.register('pageMargins')} />
          </FormField>
          <FormField
            label={pageLabels.pageCountry}
            name="pageCountry"
            help={`Así se escriben: ${formatNotationSample(chosen || country)}`}
            error={errorOf(errors, 'pageCountry')}
          >
            <Select
              placeholder={`El país de la organización (${countries[country]})`}
              options={optionsOf(countries)}
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
