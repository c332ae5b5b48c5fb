import { useRef, useState } from 'react'
import type { Column, Field } from '../../domain/fields/field.ts'
import { fieldTypeLabels } from '../../domain/fields/field-types.ts'
import { locateFormulaError } from '../../domain/fields/formula-check.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import control from '../../ui/form/control.module.css'
import { FormField, TextArea } from '../../ui/form/form-field.tsx'
import { type FieldOption, FieldPicker } from '../body/field-picker.tsx'
import { createScopeLookup, describeFormulaError, type FormulaScope, formulaFunctions } from './formula-error.ts'
import s from './formula-input.module.css'

/** Lists what can be inserted in a formula: fields with a number, a date or a currency, sums of columns, and functions. */
export function listFormulaOptions(scope: FormulaScope): FieldOption[] {
  const { siblings, outer } = scope
  const find = createScopeLookup(scope)
  const isValid = (formula: string) => locateFormulaError(formula, find) === null
  const isUsable = ({ key }: Column) =>
    isValid(key) || isValid(`fechaEnLetras(${key})`) || isValid(`enLetras(1, ${key})`)
  const fields = [...siblings, ...(outer ?? [])].filter(
    ({ key }, i, all) => all.findIndex((one) => one.key === key) === i,
  )
  const sums = fields.flatMap((field) =>
    ((field as Field).columns ?? []).map((column) => ({
      source: `suma(${field.key}.${column.key})`,
      label: `Suma de ${column.label}`,
      detail: field.label,
    })),
  )
  const functions = formulaFunctions.filter(({ name }) => name !== 'suma')
  return [
    ...fields.filter(isUsable).map(({ key, label, type }) => ({ source: key, label, detail: fieldTypeLabels[type] })),
    ...sums.filter(({ source }) => isValid(source)),
    ...functions.map(({ name, detail }) => ({ source: `${name}()`, label: name, detail })),
  ]
}

interface Props {
  scope: FormulaScope
  /** Error that only the whole format shows, for example a field that is filled in later. */
  error: string | undefined
  /** True before the first entry: an empty formula is no error yet. */
  isNew: boolean
  onChange: (formula: string) => void
}

export function FormulaInput({ scope, error, isNew, onChange }: Props) {
  const formula = scope.field.formula ?? ''
  const area = useRef<HTMLTextAreaElement>(null)
  const [isPicking, setPicking] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const described = describeFormulaError(scope)
  // While the user types, the end of the formula is unfinished and not an error.
  const isHidden = formula.trim() === '' ? isNew : isFocused && described?.isUnfinished
  const shown = isHidden ? null : described

  function select(start: number, end: number) {
    area.current?.focus()
    area.current?.setSelectionRange(start, end)
  }
  function insert(source: string) {
    const { selectionStart: start, selectionEnd: end } = area.current ?? { selectionStart: 0, selectionEnd: 0 }
    const [before, after] = [formula.slice(0, start), formula.slice(end)]
    const text = `${/\w$/.test(before) ? ' ' : ''}${source}${/^\w/.test(after) ? ' ' : ''}`
    const caret = start + text.length - (source.endsWith('()') ? 1 : 0)
    setPicking(false)
    onChange(before + text + after)
    requestAnimationFrame(() => select(caret, caret))
  }

  return (
    <>
      <FormField
        label="Fórmula"
        name="formula"
        required
        help="Lleva claves de campos, números, funciones, paréntesis y + - * /."
        error={shown ? shown.message : described ? undefined : error}
      >
        <div className={s.insert}>
          <Button size="s" icon="plus" aria-haspopup="listbox" onClick={() => setPicking(true)}>
            Insertar campo o función
          </Button>
          {isPicking && (
            <FieldPicker
              label="Buscar un campo o una función"
              options={listFormulaOptions(scope)}
              left={0}
              top={32}
              onChoose={({ source }) => insert(source)}
              onClose={(_typed, isBlur) => {
                setPicking(false)
                if (!isBlur) area.current?.focus()
              }}
            />
          )}
        </div>
        <div className={s.stack}>
          <div className={cx(control.control, s.echo)} aria-hidden="true">
            {shown ? <MarkedText text={formula} {...shown} /> : formula}
            {'\n'}
          </div>
          <TextArea
            ref={area}
            className={s.area}
            rows={1}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            value={formula}
            onFocus={() => setFocused(true)}
            onBlur={() => setFocused(false)}
            onChange={(event) => onChange(event.target.value.replace(/\s*\n\s*/g, ' '))}
          />
        </div>
      </FormField>
      {shown && formula.trim() !== '' && (
        <div>
          <Button size="s" onClick={() => select(shown.start, shown.end)}>
            Ir al error
          </Button>
        </div>
      )}
    </>
  )
}

/** Text with a marked range; an empty range is marked as a gap. */
function MarkedText({ text, start, end }: { text: string; start: number; end: number }) {
  return (
    <>
      {text.slice(0, start)}
      <mark className={cx(s.mark, start === end && s.gap)}>{text.slice(start, end)}</mark>
      {text.slice(end)}
    </>
  )
}
