import { Autocomplete } from '@base-ui/react/autocomplete'
import { type FocusEventHandler, type Ref, use, useState } from 'react'
import { PortalContext } from '../overlay/portal-context.ts'
import s from './combobox.module.css'
import control from './control.module.css'
import { useFieldControl } from './field-context.ts'

interface Suggestion {
  value: string
  label: string
  detail: string
}

export interface AutocompleteProps {
  /** Accessible name, also set on the input while the rest of the page is hidden from screen readers. */
  label: string
  text: string
  options: readonly Suggestion[]
  /** Whether more options are being loaded. */
  busy: boolean
  /** Message about the effect of a choice, shown and announced. */
  announcement: string
  onText: (text: string) => void
  onChoose: (value: string) => void
  name?: string
  ref?: Ref<HTMLInputElement>
  onFocus?: FocusEventHandler<HTMLInputElement>
  onBlur?: FocusEventHandler<HTMLInputElement>
}

/** Text input with suggestions: arrows and Enter select, Escape closes. */
export function AutocompleteControl({
  label,
  text,
  options,
  busy,
  announcement,
  onText,
  onChoose,
  ...tied
}: AutocompleteProps) {
  const container = use(PortalContext)
  const field = useFieldControl({})
  const [open, setOpen] = useState(false)
  return (
    <Autocomplete.Root
      items={options}
      mode="none"
      value={text}
      // Closes an empty popup, because an open one hides the rest of the page from screen readers.
      open={open && options.length > 0}
      onOpenChange={setOpen}
      itemToStringValue={(option: Suggestion) => option.label}
      onValueChange={(value, { reason }) => {
        // Ignores the text of a selected option, because `onChoose` handles the selection.
        if (reason !== 'item-press') onText(value)
      }}
    >
      <Autocomplete.Input {...tied} {...field} aria-label={label} autoComplete="off" className={control.control} />
      <Autocomplete.Portal container={container}>
        <Autocomplete.Positioner positionMethod="fixed" className={s.positioner} sideOffset={4}>
          <Autocomplete.Popup className={s.popup} aria-busy={busy || undefined}>
            <Autocomplete.List className={s.list}>
              {(option: Suggestion) => (
                <Autocomplete.Item
                  key={option.value}
                  value={option}
                  className={s.item}
                  onClick={() => onChoose(option.value)}
                >
                  <span className="wrap-anywhere grow">
                    {option.label}
                    {option.detail && <span className={s.detail}>{option.detail}</span>}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
      <span role="status" className={s.detail}>
        {announcement}
      </span>
    </Autocomplete.Root>
  )
}
