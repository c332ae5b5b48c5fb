import { type ComponentProps, lazy, Suspense } from 'react'
import type { SuggestProps } from './suggest-control.tsx'
import { TextInput } from './text-input.tsx'

export const loadSuggestions = () => import('./suggest-control.tsx')

const Control = lazy(() => loadSuggestions().then((module) => ({ default: module.SuggestControl })))

/** Text input with suggestions. The list is lazy-loaded because its library is large; until then the input works without it. */
export function SuggestInput(props: SuggestProps) {
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
