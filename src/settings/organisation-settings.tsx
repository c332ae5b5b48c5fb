import { useStore } from 'zustand'
import { countries, timeZones } from '../domain/settings/country.ts'
import { Columns, Panel } from '../ui/page/layout.tsx'
import { useAutosavedSettings } from './autosaved-settings.tsx'
import { ImageInput } from './image-input.tsx'
import { maxLogoSize } from './resize-document-image.ts'
import { getLogoUrl } from './save-setting.ts'
import { SelectSetting, SettingStatus, TextSetting, useSetting } from './setting-field.tsx'
import { settingLabels } from './settings-labels.ts'

export function OrganisationSettings() {
  return (
    <Panel>
      <Columns min={18} gap={3}>
        <TextSetting name="organisationName" required autoComplete="organization" />
        <TextSetting name="organisationId" optional />
        <TextSetting name="address" optional autoComplete="street-address" />
        <TextSetting name="city" optional />
        <TextSetting name="phone" optional type="tel" autoComplete="tel" />
        <TextSetting name="web" optional autoComplete="url" />
        <SelectSetting
          name="country"
          options={countries}
          help="Define las reglas de los teléfonos y los documentos de identidad."
        />
        <TimeZoneSetting />
      </Columns>
      <LogoSetting />
    </Panel>
  )
}

/** Time zone of the organisation; hidden if the country has only one. */
function TimeZoneSetting() {
  const { value: country } = useSetting('country')
  const zones = Object.entries(timeZones).filter(([code]) => code.startsWith(`${country}-`))
  if (zones.length === 0) return null
  return <SelectSetting name="timeZone" options={Object.fromEntries(zones)} placeholder="La principal del país" />
}

function LogoSetting() {
  const { settings, autosave } = useAutosavedSettings()
  const value = useStore(autosave.store, ({ typed }) => typed.logo)
  const error = useStore(autosave.store, ({ errors }) => errors.logo)
  return (
    <>
      <ImageInput
        label={settingLabels.logo}
        name="logo"
        help="Va en el membrete de cada documento. Se conserva el fondo transparente."
        alt="Logo de la organización"
        size={maxLogoSize}
        current={getLogoUrl(settings)}
        value={value}
        onChange={(image) => (image === undefined ? autosave.discard('logo') : void autosave.changeNow('logo', image))}
        error={error}
      />
      <SettingStatus name="logo" />
    </>
  )
}
