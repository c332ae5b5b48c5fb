import { createContext, use, useId } from 'react'

interface FieldState {
  /** Id of the control; missing in a group, whose fieldset has the id. */
  id?: string
  describedBy?: string | undefined
  invalid: boolean
  required: boolean
}

/** Prefix of field ids inside a dialog, because the page below may have fields of the same names. */
export const FieldScopeContext = createContext('')

export const getFieldId = (scope: string, name: string) => `${scope}field-${name}`

export const FieldContext = createContext<FieldState | null>(null)

interface Own {
  id?: string | undefined
  'aria-describedby'?: string | undefined
}

/** Returns the props that link a control to its `FormField`; outside of a `FormField`, only an id. */
export function useFieldControl({ id, 'aria-describedby': describedBy }: Own) {
  const field = use(FieldContext)
  const own = useId()
  return {
    id: id ?? field?.id ?? own,
    'aria-describedby': [describedBy, field?.describedBy].filter(Boolean).join(' ') || undefined,
    'aria-invalid': field?.invalid || undefined,
    'aria-required': field?.required || undefined,
  }
}
