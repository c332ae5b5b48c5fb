import { use, useEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import s from './error-summary.module.css'
import { FieldScopeContext, getFieldId } from './field-context.ts'

interface Props {
  errors: readonly { name: string; message: string }[]
  /** Number of submit attempts; each new attempt focuses the first invalid field. */
  attempt: number
  /** Makes the field `name` visible (page, tab or section) before it receives the focus. */
  reveal?: (name: string) => void
}

export function ErrorSummary({ errors, attempt, reveal }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const scope = use(FieldScopeContext)
  function controlOf(name: string): HTMLElement | null {
    const field = document.getElementById(getFieldId(scope, name))
    // Returns the first enabled control of a group, so that the user can type immediately.
    return field?.querySelector<HTMLElement>('fieldset :is(input, select, textarea, button):enabled') ?? field
  }
  const first = errors[0]?.name
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new attempt moves the focus, not each corrected field
  useEffect(() => {
    if (first && attempt > 0) (controlOf(first) ?? box.current)?.focus()
  }, [attempt])
  if (errors.length === 0) return null
  const heading = errors.length === 1 ? 'Hay un dato por corregir' : `Hay ${errors.length} datos por corregir`
  return (
    <div ref={box} className={s.box} role="alert" tabIndex={-1}>
      <p className={s.title}>
        <Icon name="alert" size={18} />
        {heading}
      </p>
      <ul className={s.list}>
        {errors.map((error) => (
          <li key={error.name}>
            <a
              href={`#${getFieldId(scope, error.name)}`}
              onClick={(event) => {
                event.preventDefault()
                reveal?.(error.name)
                controlOf(error.name)?.focus()
              }}
            >
              {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
