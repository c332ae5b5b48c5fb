import { Combobox as Base } from '@base-ui/react/combobox'
import { use } from 'react'
import { cx } from '../cx.ts'
import { Icon } from '../icon.tsx'
import { PortalContext } from '../overlay/portal-context.ts'
import s from './combobox.module.css'
import control from './control.module.css'
import { useFieldControl } from './field-context.ts'

interface ComboboxOption {
  value: string
  label: string
  /** Secondary text below the label; the search includes it. */
  detail?: string
}

export interface ComboboxProps {
  options: readonly ComboboxOption[]
  value: string
  onChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  id?: string
  /** Accessible name; needed outside a `FormField`. */
  label?: string
  /** Called with the typed text; set it if the caller loads the options. Until new options arrive, the old options are filtered by the new text. */
  onSearch?: (typed: string) => void
}

const foldCaseAndAccents = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

const matches = ({ label, detail = '' }: ComboboxOption, query: string) =>
  foldCaseAndAccents(`${label} ${detail}`).includes(foldCaseAndAccents(query))

/** Select with a text filter that ignores accents and case. */
export function ComboboxControl(props: ComboboxProps) {
  const { options, value, onChange, placeholder, disabled, autoFocus, id, label, onSearch } = props
  const tied = useFieldControl({ id })
  const container = use(PortalContext)
  const chosen = options.find((option) => option.value === value) ?? null
  return (
    <Base.Root
      items={options}
      value={chosen}
      onValueChange={(option: ComboboxOption | null) => onChange(option?.value ?? '')}
      itemToStringLabel={(option: ComboboxOption) => option.label}
      isItemEqualToValue={(a: ComboboxOption, b: ComboboxOption) => a.value === b.value}
      filter={matches}
      onInputValueChange={(typed, { reason }) => onSearch?.(reason === 'item-press' ? '' : typed)}
      disabled={disabled ?? false}
      autoHighlight
    >
      <div className={s.wrap}>
        <Base.Input
          autoFocus={autoFocus ?? false}
          onFocus={(event) => event.currentTarget.select()}
          {...tied}
          aria-label={label}
          placeholder={placeholder}
          className={cx(control.control, s.input)}
        />
        <div className={s.buttons}>
          <Base.Clear className={s.button} aria-label="Quitar la elección">
            <Icon name="close" size={16} />
          </Base.Clear>
          <Base.Trigger className={s.button} aria-label="Mostrar las opciones">
            <Icon name="chevronDown" size={16} />
          </Base.Trigger>
        </div>
      </div>
      <Base.Portal container={container}>
        <Base.Positioner positionMethod="fixed" className={s.positioner} sideOffset={4}>
          <Base.Popup className={s.popup}>
            <Base.Empty className={s.empty}>Nada coincide con lo escrito.</Base.Empty>
            <Base.List className={s.list}>
              {(option: ComboboxOption) => (
                <Base.Item key={option.value} value={option} className={s.item}>
                  <span className="wrap-anywhere grow">
                    {option.label}
                    {option.detail && <span className={s.detail}>{option.detail}</span>}
                  </span>
                  <Base.ItemIndicator>
                    <Icon name="check" size={16} />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
