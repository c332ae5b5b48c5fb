import { useEffect, useRef } from 'react'
import s from './error-summary.module.css'
import { Icon } from './icon.tsx'

interface Props {
  errors: readonly { name: string; message: string }[]
  /** Whatever changes with each try: the summary takes the focus again. */
  attempt?: number
  title?: string
}

/** What is to be mended, on top of the form, each line a link to its field (`field-<name>`). */
export function ErrorSummary({ errors, attempt = 0, title }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const there = errors.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt with the same errors takes the focus again
  useEffect(() => {
    if (there) box.current?.focus()
  }, [there, attempt])
  if (!there) return null
  const heading =
    title ?? (errors.length === 1 ? 'Hay un dato por corregir' : `Hay ${errors.length} datos por corregir`)
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
              href={`#field-${error.name}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(`field-${error.name}`)?.focus()
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
