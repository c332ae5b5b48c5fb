import type { PageSetup } from '../../domain/documents/page.ts'
import type { FormatPaperSettings } from '../../domain/documents/paper.ts'
import type { Field } from '../../domain/fields/field.ts'

export interface PaperSettingsEditorProps {
  paper: FormatPaperSettings
  fields: readonly Field[]
  organisation: PageSetup
  faults: Record<string, string>
  onChange: (paper: FormatPaperSettings) => void
}

export const missingFieldMessage = 'El campo elegido ya no existe o es de otro tipo.'

export const toFieldOption = ({ key, label }: Field) => ({ value: key, label })

/** Returns a copy of the settings with `part` set; removes `part` if the value is `undefined`. */
export function setOrRemoveProperty<Whole extends object>(settings: Whole, part: keyof Whole, value: unknown): Whole {
  const { [part]: _, ...rest } = settings
  return (value === undefined ? rest : { ...rest, [part]: value }) as Whole
}
