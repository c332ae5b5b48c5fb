import { formatNotationSample, marginOptionLabels, pageSizeOptionLabels } from '../domain/documents/page-labels.ts'
import { countries } from '../domain/settings/country.ts'
import { Checkbox } from '../ui/form/form-field.tsx'
import { Columns, Panel } from '../ui/page/layout.tsx'
import { SelectSetting, SettingField, useSetting } from './setting-field.tsx'

/** Default page settings of documents, used when the format sets none. */
export function PaperSettings() {
  const { value: country } = useSetting('country')
  const { value: chosen } = useSetting('pageCountry')
  const ragged = useSetting('pageRagged')
  return (
    <Panel>
      <Columns min={18} gap={3}>
        <SelectSetting name="pageSize" options={pageSizeOptionLabels} />
        <SelectSetting name="pageMargins" options={marginOptionLabels} />
        <SelectSetting
          name="pageCountry"
          options={countries}
          placeholder={`El país de la organización (${countries[country]})`}
          help={`Así se escriben: ${formatNotationSample(chosen || country)}`}
        />
      </Columns>
      <SettingField name="pageRagged" group>
        <Checkbox
          label="Párrafos alineados solo a la izquierda"
          help="Si la deja sin marcar, el texto se justifica."
          checked={ragged.value}
          onChange={(event) => ragged.changeNow(event.target.checked)}
        />
      </SettingField>
    </Panel>
  )
}
