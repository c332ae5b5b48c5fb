import { createContext, use, useId } from 'react'

interface FieldState {
  /** Left out in a group, which has it itself. */
  id?: string
  describedBy?: string | undefined
  invalid: boolean
  required: boolean
}

/** Begins the ids of the fields of a dialog: the page below, or the dialog below, may have fields of the same names. */
export const ScopeContext = createContext('')

/** The id of the control that holds a named value. */
export const fieldId = (scope: string, name: string) => `${scope}field-${name}`

export const FieldContext = createContext<FieldState | null>(null)

interface Own {
  id?: string | undefined
  'aria-describedby'?: string | undefined
}

/** Ties a control to the field around it; outside a field it only gives the control an id. */
export function useControl({ id, 'aria-describedby': describedBy }: Own) {
  const field = use(FieldContext)
  const own = useId()
  return {
    id: id ?? field?.id ?? own,
    'aria-describedby': [describedBy, field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}
