import type { ComponentProps, CSSProperties, FormEvent } from 'react'
import { cx } from './cx.ts'
import { ErrorSummary } from './error-summary.tsx'
import s from './form-frame.module.css'
import { Notice } from './notice.tsx'

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** The fields to mend, in their order. */
  errors: readonly { name: string; message: string }[]
  /** Error for screen readers alone, because it is shown elsewhere. */
  announced?: string | undefined
  /** How often the form was tried. */
  attempt: number
  /** What was refused and belongs to no field. */
  refusal: string | undefined
  gap?: 2 | 4 | 5
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/** A form: what was refused on top, then what is to be mended, then its fields. */
export function FormFrame({
  errors,
  announced,
  attempt,
  refusal,
  gap = 4,
  onSubmit,
  className,
  children,
  ...rest
}: Props) {
  return (
    <form
      noValidate
      {...rest}
      className={cx(s.form, className)}
      style={{ '--gap': `var(--s${gap})` } as CSSProperties}
      onSubmit={(event) => void onSubmit(event)}
    >
      {refusal && (
        <Notice tone="danger" live>
          {refusal}
        </Notice>
      )}
      {announced && (
        <p className="visually-hidden" role="alert">
          {announced}
        </p>
      )}
      <ErrorSummary errors={errors} attempt={attempt} />
      {children}
    </form>
  )
}
