import { type ReactNode, useId, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { Button } from '../../ui/button.tsx'
import { Stack } from '../../ui/stack.tsx'
import s from './more-options.module.css'
import { listUsedOptions, usesRuleOptions } from './used-options.ts'

interface Props {
  field: Field
  /** True if an option has an error; the options are then always shown. */
  hasErrors: boolean
  children: ReactNode
}

/**
 * Optional settings of a field behind a button. They are open from the start if one of them has a value or an error.
 */
export function MoreOptions({ field, hasErrors, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(() => usesRuleOptions(field))
  // Opens during the render, so that the error summary can focus an invalid input. They stay open after the correction.
  if (hasErrors && !isOpen) setOpen(true)
  const set = listUsedOptions(field)
  return (
    <section className={s.options}>
      <div className={s.head}>
        <Button
          size="s"
          icon={isOpen ? 'chevronUp' : 'chevronDown'}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          Más opciones
        </Button>
        {!isOpen && set.length > 0 && <span className="text-tertiary">{`En uso: ${set.join(', ')}.`}</span>}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Stack>{children}</Stack>}
      </div>
    </section>
  )
}
