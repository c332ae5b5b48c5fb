import { type FormEvent, useState } from 'react'
import type { Field, ValidationContext, Value, Values } from '../domain/fields/field.ts'
import { getFieldErrorMessage } from '../domain/fields/field-error-message.ts'
import { formatValue, parseValue } from '../domain/fields/values.ts'
import type { ProfileField } from '../domain/users/profile.ts'
import { describeError } from '../lib/api-error.ts'
import { getFieldErrors } from '../lib/form-errors.ts'
import { FormField, TextInput } from '../ui/form/form-field.tsx'

interface ProfileFormOptions {
  fields: readonly ProfileField[]
  profile: Values | null
  context: ValidationContext
  /** Whether the user is an administrator, who may change all fields. */
  all?: boolean
  /** Receives only the changed values; `null` for a cleared field. */
  onSave: (changes: Record<string, Value | null>) => Promise<unknown>
}

const examples: Partial<Record<ProfileField['type'], string>> = { date: 'Por ejemplo, 03/04/2025.' }

/** Returns the inputs of the profile fields and the props of their `FormFrame`. */
export function useProfileForm({ fields, profile, context, all = false, onSave }: ProfileFormOptions) {
  const print = (field: ProfileField) => {
    const value = profile?.[field.key]
    return value === undefined ? '' : formatValue(field as Field, value)
  }
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [wrong, setWrong] = useState<Record<string, string>>({})
  const [refusal, setRefusal] = useState<string>()
  const [tries, setTries] = useState(0)

  async function save(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    const readings = fields.flatMap((field) => {
      const text = typed[field.key]
      return text === undefined ? [] : { field, text, reading: parseValue(field as Field, text, context) }
    })
    const errors = readings.flatMap(({ field, text, reading }) =>
      'error' in reading
        ? [[`profile.${field.key}`, getFieldErrorMessage(field as Field, reading.error, [], text)]]
        : [],
    )
    setWrong(Object.fromEntries(errors))
    setRefusal(undefined)
    if (errors.length) return
    const changes = readings.map(({ field, reading }) => [field.key, 'value' in reading ? reading.value : null])
    try {
      await onSave(Object.fromEntries(changes))
      setTyped({})
    } catch (error) {
      const named = getFieldErrors(error)
      setWrong(named)
      if (!fields.some(({ key }) => named[`profile.${key}`])) setRefusal(describeError(error))
    }
  }

  const errors = fields.flatMap(({ key, label }) => {
    const message = wrong[`profile.${key}`]
    return message ? { name: `profile.${key}`, message: `${label}: ${message}` } : []
  })
  const inputs = fields.map((field) => {
    const { key, label, type, own } = field
    const may = all || own
    return (
      <FormField
        key={key}
        label={label}
        name={`profile.${key}`}
        optional={may}
        help={may ? examples[type] : 'Lo cambia un administrador.'}
        error={wrong[`profile.${key}`]}
      >
        <TextInput
          readOnly={!may}
          value={typed[key] ?? print(field)}
          onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
        />
      </FormField>
    )
  })
  const isDirty = fields.some((field) => (typed[field.key] ?? print(field)) !== print(field))
  return { inputs, isDirty, frame: { errors, attempt: tries, refusal, onSubmit: save } }
}
