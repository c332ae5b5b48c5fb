import type { ReactNode } from 'react'
import type { Field } from '../../domain/fields/field.ts'
import { type FileTypeGroup, fileTypeGroups } from '../../domain/fields/field-types.ts'
import { type KeyRename, renameInSiblings } from '../../domain/formats/rename.ts'
import { FormField } from '../../ui/form/form-field.tsx'
import { Columns } from '../../ui/page/columns.tsx'
import { FormulaInput } from '../formulas/formula-input.tsx'
import { hasSetting } from './field-type-settings.ts'
import { findErrorMessage, getErrorsUnderPath } from './format-errors.ts'
import {
  CheckboxGroup,
  CurrencyInput,
  type FieldTypeSetting,
  IdDocumentKindInputs,
  LimitInputs,
  OptionsInput,
  PatternInput,
  type SettingInputProps,
} from './setting-inputs.tsx'

export interface ColumnsEditorProps {
  fields: readonly Field[]
  judge: (columns: Field[]) => Record<string, string>
  onChange: (columns: Field[], renamed: readonly KeyRename[]) => void
}

interface ContentProps extends SettingInputProps {
  /** Fields outside of the table, for a column; otherwise `null`. */
  outer: readonly Field[] | null
  isNew: boolean
  /** Validates the whole field with these columns. Returns error codes by setting: `columns.0.key`. */
  judge: (columns: Field[]) => Record<string, string>
  /** Called after a column key changed; the caller updates the key in the rest of the format. */
  onRename: (renamed: readonly KeyRename[]) => void
  renderColumns: (columns: ColumnsEditorProps) => ReactNode
}

const familyNames = {
  pdf: 'PDF',
  image: 'Imágenes (JPG, PNG, WebP)',
  office: 'Office y OpenDocument',
} as const satisfies Record<FileTypeGroup, string>

export function FieldTypeSettingInputs(props: ContentProps) {
  const { judge, onRename, renderColumns, outer, isNew, ...shared } = props
  const { field, others, faults, onChange } = shared
  const has = (setting: FieldTypeSetting) => hasSetting(field.type, setting)
  return (
    <>
      {has('options') && <OptionsInput {...shared} />}
      {has('formula') && (
        <FormulaInput
          scope={{ field, siblings: others, outer }}
          error={findErrorMessage(faults, 'formula')}
          isNew={isNew}
          onChange={(formula) => onChange({ formula })}
        />
      )}
      {has('columns') && (
        <FormField label="Columnas" name="columns" group>
          {renderColumns({
            judge: (columns) => getErrorsUnderPath(judge(columns), 'columns'),
            fields: field.columns ?? [],
            onChange(columns, renamed) {
              onChange({ columns: renamed.reduce(renameInSiblings, columns) })
              onRename(renamed)
            },
          })}
        </FormField>
      )}
    </>
  )
}

export function FieldTypeRuleInputs(props: SettingInputProps) {
  const { field, onChange } = props
  const has = (setting: FieldTypeSetting) => hasSetting(field.type, setting)
  return (
    <>
      {has('kinds') && <IdDocumentKindInputs {...props} />}
      {has('files') && (
        <CheckboxGroup
          label="Qué archivos"
          name="accepts"
          values={fileTypeGroups}
          nameOf={(family) => familyNames[family]}
          chosen={field.accepts}
          onChange={(accepts) => onChange({ accepts })}
        />
      )}
      <Columns min={12}>
        <LimitInputs {...props} />
        {has('currency') && <CurrencyInput {...props} />}
        {has('pattern') && <PatternInput {...props} />}
      </Columns>
    </>
  )
}
