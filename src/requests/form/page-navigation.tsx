import type { CSSProperties } from 'react'
import { Button } from '../../ui/button.tsx'
import s from './page-navigation.module.css'
import type { FormPages } from './use-form-pages.ts'

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
