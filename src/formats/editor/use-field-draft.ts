import { useRef, useState } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import type { FieldType } from '../../domain/fields/field-types.ts'
import { fieldKeyPattern, toFieldKey } from '../../domain/fields/key-from-label.ts'
import type { KeyRename } from '../../domain/formats/rename.ts'
import { fieldSettingLabels } from '../setting-labels.ts'
import { parseList, removeUnusedSettings } from './field-settings-text.ts'
import { getConstraintLabels } from './field-type-settings.ts'
import { findErrorMessage } from './format-errors.ts'

/** Settings that are not behind «Más opciones». */
const basicSettings = 'key label type required help options formula columns before after'.split(' ')
const optionNames = (Object.keys(fieldSettingLabels) as (keyof Field)[]).filter((name) => !basicSettings.includes(name))

/** Optional settings that only describe a field. Their values do not open the options. */
const descriptions: readonly string[] = ['example', 'aliases']

/** Returns the labels of the optional settings that have a value: `['ejemplo', 'patrón']`. */
export const listUsedOptions = (field: Field): string[] =>
  optionNames.filter((name) => hasValue(field[name])).map((name) => fieldSettingLabels[name])

/** Returns whether a field has an optional setting that changes its validation, values or visibility. */
export const usesRuleOptions = (field: Field): boolean =>
  optionNames.some((name) => !descriptions.includes(name) && hasValue(field[name]))

/** Returns whether an error belongs to an optional setting or to the key. `errors`: errors by path of the setting. */
const hasOptionErrors = (errors: Record<string, unknown>): boolean =>
  Object.entries(errors).some(([path, fault]) => {
    const [name = ''] = path.split('.')
    return fault !== undefined && ['key', ...optionNames].includes(name)
  })

const hasValue = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '' && value !== false

export interface FieldDraftOptions {
  /** Edited field; `undefined` for a new field. */
  field: Field | undefined
  others: readonly Field[]
  noun: 'campo' | 'columna'
  /** Validates the field as part of the format. Returns error codes by setting: `example`, `columns.0.key`. */
  judge: (field: Field) => Record<string, string>
  onSave: (field: Field, columns: readonly KeyRename[]) => void
}

/** Settings that approver fields cannot have; `undefined` removes the setting. */
const requesterOnlySettings = {
  default: undefined,
  from: undefined,
  fillIfMissing: undefined,
  list: undefined,
  unique: undefined,
  summary: undefined,
} as const

const emptyField: Field = { key: '', label: '', type: 'text' }

const validatedSettings = [
  'label',
  'key',
  'aliases',
  'example',
  'default',
  'from',
  'list',
  'approvers',
  'visibleIf',
  'requiredIf',
] as const satisfies readonly (keyof Field)[]

export type FieldDraft = ReturnType<typeof useFieldDraft>

/** State of the field dialog: the edited field, its errors, and the field as it would be saved. */
export function useFieldDraft({ field, others, noun, judge, onSave }: FieldDraftOptions) {
  const [draft, setDraft] = useState<Field>(field ?? emptyField)
  const [aliases, setAliases] = useState((field?.aliases ?? []).join(', '))
  const [renamed, setRenamed] = useState<readonly KeyRename[]>([])
  const [tries, setTries] = useState(0)
  const seen = useRef<Partial<Record<FieldType, Field>>>({})
  const change = (part: Partial<Field>) => setDraft((before) => ({ ...before, ...part }))
  // Derives the key from the label, unless the user typed a key.
  const key = draft.key || toFieldKey(draft.label)
  const done = removeUnusedSettings({
    ...(draft.approvers ? { ...draft, ...requesterOnlySettings } : draft),
    key,
    label: draft.label.trim(),
    aliases: parseList(aliases),
  })
  const wrong = {
    label: draft.label.trim() ? undefined : 'Escriba el nombre.',
    // Requests only the name if name and key are empty, because the key is derived from the name.
    key: key || draft.label.trim() ? getKeyError(key, others, noun) : undefined,
  }
  const faults = judge(done)
  const errors = Object.fromEntries(
    validatedSettings.map((name) => [name, done[name] ? findErrorMessage(faults, name) : undefined]),
  )
  const shownErrors: Partial<Record<(typeof validatedSettings)[number], string>> = {
    ...errors,
    label: tries > 0 && wrong.label ? wrong.label : errors.label,
    key: tries > 0 || draft.key ? (wrong.key ?? errors.key) : undefined,
  }
  const missing = Object.entries(wrong).flatMap(([name, message]) => (message ? [{ name, message }] : []))

  return {
    draft,
    key,
    aliases,
    setAliases,
    change,
    /** Changes the type. Restores the limits that the user entered earlier for the new type. */
    changeType(type: FieldType) {
      seen.current[draft.type] = draft
      const alike = getConstraintLabels(type).join() === getConstraintLabels(draft.type).join()
      const { min, max } = seen.current[type] ?? (alike ? draft : {})
      change({ type, min, max })
    },
    rename: (more: readonly KeyRename[]) => setRenamed([...renamed, ...more]),
    isNew: field === undefined,
    isField: noun === 'campo',
    others,
    faults,
    errors: shownErrors,
    hasOptionErrors: hasOptionErrors(shownErrors) || (field !== undefined && hasOptionErrors(faults)),
    /** Field as it would be saved. */
    stored: done,
    judgeColumns: (columns: Field[]) => judge({ ...done, columns }),
    missing: tries > 0 ? missing : [],
    tries,
    save() {
      setTries(tries + 1)
      if (missing.length === 0) onSave(done, renamed)
    },
    isBegun: () =>
      JSON.stringify([draft, aliases]) !== JSON.stringify([field ?? emptyField, (field?.aliases ?? []).join(', ')]),
  }
}

function getKeyError(key: string, others: readonly Field[], noun: string): string | undefined {
  if (!fieldKeyPattern.test(key)) return 'La clave empieza con una letra y lleva minúsculas, números y guion bajo.'
  return others.some((other) => other.key === key) ? `Ya hay otro ${noun} con esta clave.` : undefined
}
