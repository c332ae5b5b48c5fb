import { type ComponentProps, Suspense } from 'react'
import { lazyComponent } from '../../lib/loading/lazy-component.tsx'
import type { AutocompleteProps } from './autocomplete-control.tsx'
import { TextInput } from './form-field.tsx'

const Control = lazyComponent(async () => (await import('./autocomplete-control.tsx')).AutocompleteControl)

/** Text input with suggestions. The list is lazy-loaded because its library is large; until then the input works without it. */
export function AutocompleteInput(props: AutocompleteProps) {
  const {
    label,
    text,
    options: _options,
    busy: _busy,
    announcement: _told,
    onText,
    onChoose: _onChoose,
    ...tied
  } = props
  const plain: ComponentProps<typeof TextInput> = {
    ...tied,
    'aria-label': label,
    value: text,
    onChange: (event) => onText(event.target.value),
  }
  return (
    <Suspense fallback={<TextInput {...plain} />}>
      <Control {...props} />
    </Suspense>
  )
}
