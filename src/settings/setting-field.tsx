import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import type { SettingsInput } from '../domain/settings/settings.ts'
import { Button } from '../ui/actions/button.tsx'
import { FormField, Select, TextInput } from '../ui/form/form-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { useAutosavedSettings } from './autosaved-settings.tsx'
import s from './setting-field.module.css'
import { type SettingName, settingLabels } from './settings-labels.ts'

type InputName = Exclude<SettingName, 'logo'>

/** Returns the value that the input of a setting shows, and the functions that save a new value. */
export function useSetting<Name extends InputName>(name: Name) {
  const { settings, autosave } = useAutosavedSettings()
  const typed = useStore(autosave.store, (state) => state.typed[name])
  return {
    value: (typed ?? settings[name]) as SettingsInput[Name],
    change: (value: SettingsInput[Name]) => autosave.change(name, value),
    changeNow: (value: SettingsInput[Name]) => void autosave.changeNow(name, value),
    flush: () => void autosave.flush(name),
  }
}

interface Props {
  name: InputName
  help?: string
  /** See `FormField`. */
  optional?: boolean
  required?: boolean
  group?: boolean
}

/** Label, control and error of a setting, and its status below. */
export function SettingField({ name, children, ...rest }: Props & { children: ReactNode }) {
  const { autosave } = useAutosavedSettings()
  const error = useStore(autosave.store, ({ errors }) => errors[name])
  return (
    <div className={s.setting}>
      <FormField label={settingLabels[name]} name={name} error={error} className={s.field} {...rest}>
        {children}
      </FormField>
      <SettingStatus name={name} />
    </div>
  )
}

/** Status «Guardado» of the setting that was saved last, with a button to undo the change. */
export function SettingStatus({ name }: { name: SettingName }) {
  const { autosave } = useAutosavedSettings()
  const saved = useStore(autosave.store, (state) => state.saved)
  const hasError = useStore(autosave.store, ({ errors }) => name in errors)
  async function undo() {
    // Moves the focus to the control, because the button disappears.
    const field = document.getElementById(`field-${name}`)
    const control = field?.querySelector<HTMLElement>('input:checked, input, button') ?? field
    control?.focus()
    await autosave.undo()
  }
  if (hasError) return null
  return (
    <div className={s.status}>
      {saved?.name === name && (
        <>
          <Icon name="check" size={16} />
          <span>{saved.isUndo ? 'Se deshizo el cambio' : 'Guardado'}</span>
          {!saved.isUndo && (
            <Button size="s" variant="quiet" onClick={() => void undo()}>
              Deshacer
              <span className="visually-hidden">{` el cambio de ${settingLabels[name]}`}</span>
            </Button>
          )}
        </>
      )}
    </div>
  )
}

type TextName = Exclude<InputName, 'pageRagged'>

interface TextProps extends Props {
  name: TextName
  type?: string
  autoComplete?: string
}

export function TextSetting({ type, autoComplete, ...field }: TextProps) {
  const { value, change, flush } = useSetting(field.name)
  return (
    <SettingField {...field}>
      <TextInput
        type={type}
        autoComplete={autoComplete}
        value={value}
        onChange={(event) => change(event.target.value as never)}
        onBlur={flush}
      />
    </SettingField>
  )
}

interface SelectProps extends Props {
  name: TextName
  options: Readonly<Record<string, string>>
  placeholder?: string
}

export function SelectSetting({ options, placeholder, ...field }: SelectProps) {
  const { value, changeNow } = useSetting(field.name)
  return (
    <SettingField {...field}>
      <Select
        placeholder={placeholder}
        options={Object.entries(options).map(([option, label]) => ({ value: option, label }))}
        value={value}
        onChange={(event) => changeNow(event.target.value as never)}
      />
    </SettingField>
  )
}
