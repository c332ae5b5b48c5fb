import { defaultPageSetup } from '../../domain/documents/page.ts'
import { formatNotationSample, marginOptionLabels, pageSizeOptionLabels } from '../../domain/documents/page-labels.ts'
import type { FormatPaperSettings } from '../../domain/documents/paper.ts'
import { countries } from '../../domain/settings/country.ts'
import { textSizes } from '../../domain/settings/page-options.ts'
import { Checkbox, FormField, Select } from '../../ui/form/form-field.tsx'
import { Columns, Stack } from '../../ui/page/layout.tsx'
import { Notice } from '../../ui/state/screen-states.tsx'
import { findErrorMessage } from './format-errors.ts'
import { LetterheadInput } from './letterhead-input.tsx'
import {
  missingFieldMessage,
  type PaperSettingsEditorProps,
  setOrRemoveProperty,
  toFieldOption,
} from './paper-settings-editor-props.ts'

const alignmentLabels = { justified: 'Hasta el margen derecho', ragged: 'Solo a la izquierda' }
const getAlignment = (isRagged: boolean) => (isRagged ? 'ragged' : 'justified')

export function PaperSettingsEditor(props: PaperSettingsEditorProps) {
  const { paper, onChange } = props
  return (
    <Stack>
      <DocumentDateSelect {...props} />
      <LetterheadInput {...props} />
      <PageInputs {...props} />
      <Checkbox
        label="No mostrar el motivo en los documentos anulados"
        help="Si la deja sin marcar, el motivo aparece bajo el membrete con la fecha de anulación."
        checked={paper.hidesAnnulReason ?? false}
        onChange={(event) =>
          onChange(setOrRemoveProperty(paper, 'hidesAnnulReason', event.target.checked || undefined))
        }
      />
      <Checkbox
        label="Agregar una constancia de aprobación y firma"
        help="Última página con quién aprobó y firmó, cuándo, cómo confirmó su identidad, su equipo y su dirección de red. La ve quien reciba el documento."
        checked={paper.evidence ?? false}
        onChange={(event) => onChange(setOrRemoveProperty(paper, 'evidence', event.target.checked || undefined))}
      />
      {paper.evidence && (
        <Notice>
          Una firma electrónica vale si es confiable y apropiada para su fin (Decreto 2364 de 2012, artículos 3 y 4). La
          constancia reúne las pruebas; su abogado decide cuánto pesan. Pida además la contraseña en Aprobación.
        </Notice>
      )}
    </Stack>
  )
}

function DocumentDateSelect({ paper, fields, faults, onChange }: PaperSettingsEditorProps) {
  const days = fields.filter(({ type }) => type === 'date').map(toFieldOption)
  const isGone = paper.date !== undefined && !days.some(({ value }) => value === paper.date)
  return (
    <FormField
      label="Fecha del documento"
      name="paper.date"
      help="Aparece en el encabezado y en {{fecha_documento}}."
      error={findErrorMessage(faults, 'paper.date')}
      warning={isGone ? `${missingFieldMessage} Los documentos llevan el día de la decisión.` : undefined}
    >
      <Select
        value={isGone ? '' : (paper.date ?? '')}
        placeholder="El día de la decisión"
        options={days}
        onChange={(event) => onChange(setOrRemoveProperty(paper, 'date', event.target.value || undefined))}
      />
    </FormField>
  )
}

function PageInputs({ paper, organisation, faults, onChange }: PaperSettingsEditorProps) {
  const put = (part: keyof FormatPaperSettings, value: unknown) => onChange(setOrRemoveProperty(paper, part, value))
  const field = (part: keyof FormatPaperSettings) => ({
    name: `paper.${part}`,
    error: findErrorMessage(faults, `paper.${part}`),
  })
  return (
    <Columns min={20}>
      <OptionSelect
        {...field('size')}
        label="Tamaño del papel"
        names={pageSizeOptionLabels}
        usual={organisation.size}
        value={paper.size}
        onChange={(size) => put('size', size)}
      />
      <FormField {...field('textSize')} label="Tamaño del texto">
        <Select
          value={String(paper.textSize ?? defaultPageSetup.textSize)}
          options={textSizes.map((size) => ({ value: String(size), label: `${size} puntos` }))}
          onChange={(event) => {
            const size = Number(event.target.value)
            put('textSize', size === defaultPageSetup.textSize ? undefined : size)
          }}
        />
      </FormField>
      <OptionSelect
        {...field('margins')}
        label="Márgenes"
        names={marginOptionLabels}
        usual={organisation.margins}
        value={paper.margins}
        onChange={(margins) => put('margins', margins)}
      />
      <OptionSelect
        {...field('ragged')}
        label="Párrafos"
        names={alignmentLabels}
        usual={getAlignment(!organisation.isJustified)}
        value={paper.ragged === undefined ? undefined : getAlignment(paper.ragged)}
        onChange={(chosen) => put('ragged', chosen && chosen === 'ragged')}
      />
      <OptionSelect
        {...field('country')}
        label="Números y fechas como en"
        help={`Así se escriben: ${formatNotationSample(paper.country ?? organisation.country)}`}
        names={countries}
        usual={organisation.country}
        value={paper.country}
        onChange={(country) => put('country', country)}
      />
    </Columns>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  name: string
  help?: string
  names: Readonly<Record<Value, string>>
  /** Value from the organisation's settings, used if the format sets none. */
  usual: Value
  value: Value | undefined
  error: string | undefined
  onChange: (value: Value | undefined) => void
}

/** Select whose first option is the organisation's default. */
function OptionSelect<Value extends string>({ names, usual, value, onChange, ...field }: ChoiceProps<Value>) {
  const options = Object.entries<string>(names).map(([each, label]) => ({ value: each, label }))
  return (
    <FormField {...field}>
      <Select
        value={value ?? ''}
        placeholder={`Como la organización: ${names[usual]}`}
        options={options}
        onChange={(event) => onChange((event.target.value as Value) || undefined)}
      />
    </FormField>
  )
}
