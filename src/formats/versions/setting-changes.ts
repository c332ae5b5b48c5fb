import type { Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-type-labels.ts'
import { approverFieldLabels } from '../editor/field-type-settings.ts'
import { fieldSettingLabels } from './change-summary.ts'

/** Change of a setting. Texts are empty if the setting is absent, and `null` if they do not show the change, such as that of a condition. */
export interface SettingChange {
  label: string
  before: string | null
  after: string | null
}

const yesOrNo = (value: boolean | undefined) => (value ? 'sí' : 'no')
const toText = (value: string | number | undefined) => String(value ?? '')

/** Texts of the settings that have a short text. */
const settingTexts: Partial<Record<keyof Field, (field: Field) => string>> = {
  label: ({ label }) => label,
  type: ({ type }) => fieldTypeLabels[type].toLowerCase(),
  required: ({ required }) => yesOrNo(required),
  unique: ({ unique }) => yesOrNo(unique),
  personal: ({ personal }) => yesOrNo(personal),
  summary: ({ summary }) => yesOrNo(summary),
  fillIfMissing: ({ fillIfMissing }) => yesOrNo(fillIfMissing),
  help: ({ help }) => toText(help),
  example: ({ example }) => toText(example),
  default: (field) => toText(field.default),
  min: ({ min }) => toText(min),
  max: ({ max }) => toText(max),
  pattern: ({ pattern }) => toText(pattern),
  decimals: ({ decimals }) => toText(decimals),
  currency: ({ currency }) => toText(currency),
  megabytes: ({ megabytes }) => toText(megabytes),
  formula: ({ formula }) => toText(formula),
  options: ({ options = [] }) => options.map(({ value }) => value).join(', '),
  deciders: ({ deciders }) => (deciders ? approverFieldLabels[deciders].toLowerCase() : 'el solicitante'),
}

const layoutTexts: Record<string, (field: Field) => string> = {
  'título de la sección': ({ before }) => toText(before?.section),
  nota: ({ before }) => toText(before?.note),
  'empieza una página': ({ before }) => yesOrNo(before?.page),
}

/** Lists the changes of a field's settings. A section title, a note and a page break are changes of their own. */
export function listSettingChanges(before: Field, after: Field, settings: readonly (keyof Field)[]): SettingChange[] {
  return settings.flatMap((setting) => {
    if (setting === 'before') return listLayoutChanges(before, after)
    const text = settingTexts[setting] ?? (() => '')
    const texts = { before: text(before), after: text(after) }
    return {
      label: fieldSettingLabels[setting] ?? setting,
      ...(texts.before === texts.after ? { before: null, after: null } : texts),
    }
  })
}

/** Lists the changes of the title, the note and the page break above a field. */
function listLayoutChanges(before: Field, after: Field): SettingChange[] {
  return Object.entries(layoutTexts)
    .map(([label, text]) => ({ label, before: text(before), after: text(after) }))
    .filter((change) => change.before !== change.after)
}
