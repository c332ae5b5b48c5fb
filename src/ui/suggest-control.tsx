import { Autocomplete } from '@base-ui/react/autocomplete'
import { type FocusEventHandler, type Ref, use, useState } from 'react'
import s from './combobox.module.css'
import control from './control.module.css'
import { useControl } from './field-context.ts'
import { PortalContext } from './portal-context.ts'

interface Suggestion {
  value: string
  label: string
  /** A second, quieter line. */
  detail: string
}

export interface SuggestProps {
  /** Its name also while all but the suggestions is hidden from ears. */
  label: string
  text: string
  options: readonly Suggestion[]
  /** Others are on their way. */
  busy: boolean
  /** What a choice brought about, for eyes and ears. */
  told: string
  onText: (text: string) => void
  onChoose: (value: string) => void
  name?: string
  ref?: Ref<HTMLInputElement>
  onFocus?: FocusEventHandler<HTMLInputElement>
  onBlur?: FocusEventHandler<HTMLInputElement>
}

/** Free text, and what is known that is like it: arrows and Enter choose, Escape closes. */
export function SuggestControl({ label, text, options, busy, told, onText, onChoose, ...tied }: SuggestProps) {
  const container = use(PortalContext)
  const field = useControl({})
  const [open, setOpen] = useState(false)
  return (
    <Autocomplete.Root
      items={options}
      mode="none"
      value={text}
      // Open with nothing to choose it would hide the rest of the page from ears.
      open={open && options.length > 0}
      onOpenChange={setOpen}
      itemToStringValue={(option: Suggestion) => option.label}
      onValueChange={(value, { reason }) => {
        // What a choice writes is written with all that it fills.
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
                  <span className={s.text}>
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
        {told}
      </span>
    </Autocomplete.Root>
  )
}
