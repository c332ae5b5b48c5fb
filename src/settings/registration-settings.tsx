import { RadioGroup } from '../ui/form/radio-group.tsx'
import { Panel } from '../ui/page/layout.tsx'
import { SettingField, TextSetting, useSetting } from './setting-field.tsx'

const registrations = [
  { value: 'open', label: 'Abierto', help: 'Cualquier persona puede registrarse.' },
  { value: 'closed', label: 'Cerrado', help: 'Solo ingresan las personas invitadas.' },
] as const

export function RegistrationSettings() {
  const { value, changeNow } = useSetting('registration')
  return (
    <Panel>
      <SettingField name="registration" group>
        <RadioGroup name="registration" value={value} onChange={changeNow} options={registrations} />
      </SettingField>
      <TextSetting
        name="allowedDomains"
        optional
        help="Separados por coma, por ejemplo: empresa.com, filial.com.co. Déjelo vacío para aceptar cualquier correo."
      />
    </Panel>
  )
}
