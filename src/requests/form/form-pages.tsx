import { type CSSProperties, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Field } from '../../domain/fields/field.ts'
import { getVisibleFields } from '../../domain/fields/values.ts'
import { listFormPages } from '../../domain/formats/form-layout.ts'
import { Button } from '../../ui/actions/button.tsx'
import s from './form-pages.module.css'
import type { RequestForm } from './use-request-form.ts'

/** Heading of the current page with its position: «Página 2 de 3». Empty for a form with one page. */
export function FormPageHeading({ pages: { heading, position, count } }: { pages: FormPages }) {
  if (count < 2) return null
  return (
    <h2
      ref={heading}
      className={s.title}
      style={{ '--reached': `${(100 * position) / count}%` } as CSSProperties}
      tabIndex={-1}
    >
      Página {position} de {count}
    </h2>
  )
}

/** Buttons for the previous and next page. `isSubmit`: Enter in a field shows the next page. */
export function FormPageButtons({ pages, isSubmit = false }: { pages: FormPages; isSubmit?: boolean }) {
  const { position, count, turn } = pages
  return (
    <>
      {position > 1 && <Button onClick={() => turn(-1)}>Anterior</Button>}
      {position < count && (
        <Button
          type={isSubmit ? 'submit' : 'button'}
          variant={isSubmit ? 'primary' : undefined}
          onClick={isSubmit ? undefined : () => turn(1)}
        >
          Siguiente
        </Button>
      )}
    </>
  )
}

interface FormPages {
  /** Key of the current page. */
  current: string | undefined
  /** Position of the current page, from 1. */
  position: number
  count: number
  heading: RefObject<HTMLHeadingElement | null>
  /** Shows the next or previous page, and the errors of the page that it leaves. Moves the focus to the heading. */
  turn: (step: 1 | -1) => void
  /** Shows the page of a field. `path`: key of the field, or the path of a table cell. */
  reveal: (path: string) => void
}

interface Options {
  shows?: (field: Field) => boolean
  /** Notes by field key; the page of the first one is shown at first. */
  notes?: Readonly<Record<string, string>>
  /** Paths of the errors in form order. A new attempt shows the page of the first error. */
  errors?: readonly { name: string }[]
  attempt?: number
}

/** Pages of a form, of which one is shown. Pages whose fields are all hidden are skipped. */
export function useFormPages(
  model: RequestForm,
  { shows = () => true, notes = {}, errors = [], attempt = 0 }: Options,
): FormPages {
  const fields = model.fields.filter(shows)
  const pages = listFormPages(fields, getVisibleFields(fields, model.validation.values))
  const [shown, setShown] = useState(fields.find(({ key }) => notes[key])?.key ?? fields[0]?.key)
  const [seen, setSeen] = useState(attempt)
  const heading = useRef<HTMLHeadingElement>(null)
  const placeOf = (path: string | undefined) => fields.findIndex(({ key }) => key === path?.split('.')[0])
  const index = Math.max(
    0,
    pages.findLastIndex(({ key }) => placeOf(key) <= placeOf(shown)),
  )
  const first = errors[0]?.name
  // Shows the page during the render, so that the error summary can focus the first invalid field.
  if (attempt !== seen) {
    setSeen(attempt)
    if (first) setShown(first.split('.')[0])
  }

  function turn(step: 1 | -1) {
    const keys = pages[index]?.sections.flatMap((section) => section.fields.map(({ key }) => key)) ?? []
    for (const path of Object.keys(model.validation.errors))
      if (keys.includes(path.split('.')[0] ?? '')) model.controls.onBlur(path)
    flushSync(() => setShown(pages[index + step]?.key ?? shown))
    heading.current?.focus()
  }
  return {
    current: pages[index]?.key,
    position: index + 1,
    count: pages.length,
    heading,
    turn,
    reveal: (path) => flushSync(() => setShown(path.split('.')[0])),
  }
}
