import type { ComponentProps, CSSProperties, FormEvent } from 'react'
import { cx } from '../cx.ts'
import { ErrorNotice } from '../state/screen-states.tsx'
import { ErrorSummary } from './error-summary.tsx'
import s from './form-frame.module.css'

interface Props extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  errors: readonly { name: string; message: string }[]
  /** Error for screen readers only, because it is shown elsewhere. */
  announced?: string | undefined
  attempt: number
  /** Error message of the server that belongs to no field. */
  refusal: string | undefined
  gap?: 2 | 4 | 5
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
}

/** Form with the server's error, then the list of invalid fields, then its fields. */
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
      <ErrorNotice>{refusal}</ErrorNotice>
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
