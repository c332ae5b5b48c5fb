import { defaultPage, type PageSetup, textSizes } from '../../domain/documents/page.ts'
import { marginNames, notationSample, pageSizeNames } from '../../domain/documents/page-names.ts'
import type { FormatPaper } from '../../domain/documents/paper.ts'
import type { Field } from '../../domain/fields/field.ts'
import { countries } from '../../domain/settings/country.ts'
import { sentenceOf } from '../../domain/text/sentence.ts'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Columns } from '../../ui/columns.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { RadioGroup } from '../../ui/radio-group.tsx'
import { Select } from '../../ui/select.tsx'
import { Stack } from '../../ui/stack.tsx'

interface Props {
  paper: FormatPaper
  fields: readonly Field[]
  /** What the organisation prints on, for whoever chooses nothing. */
  organisation: PageSetup
  faults: Record<string, string>
  onChange: (paper: FormatPaper) => void
}

const issuerParts = {
  name: 'Campo con su nombre',
  id: 'Campo con su identificación',
  address: 'Campo con su dirección',
  city: 'Campo con su ciudad',
  phone: 'Campo con su teléfono',
  web: 'Campo con su página web',
} as const
type IssuerPart = keyof typeof issuerParts

const setting = { justified: 'Hasta el margen derecho', ragged: 'Solo a la izquierda' }
const settingOf = (isRagged: boolean) => (isRagged ? 'ragged' : 'justified')

/** What documents of the format are printed on, whose letterhead they have and which day they bear. */
export function PaperEditor({ paper, fields, organisation, faults, onChange }: Props) {
  const days = fields.filter(({ type }) => type === 'date').map(option)
  const lines = fields.filter(({ type }) => type !== 'table' && type !== 'file').map(option)
  const errorAt = (path: string) => (faults[path] ? sentenceOf(faults[path]) : undefined)
  const put = (part: keyof FormatPaper, value: unknown) => onChange(withPart(paper, part, value))

  function chooseLetterhead(whose: 'organisation' | 'issuer' | 'none') {
    const letterhead = whose === 'organisation' ? undefined : whose
    const first = lines[0]?.value
    const issuer = paper.issuer ?? (whose === 'issuer' && first ? { name: first } : undefined)
    onChange(withPart(withPart(paper, 'letterhead', letterhead), 'issuer', issuer))
  }
  function putIssuer(part: IssuerPart, key: string) {
    put('issuer', withPart<Partial<NonNullable<FormatPaper['issuer']>>>(paper.issuer ?? {}, part, key || undefined))
  }

  function putTextSize(size: number) {
    put('textSize', size === defaultPage.textSize ? undefined : size)
  }

  const isGone = paper.date !== undefined && !days.some(({ value }) => value === paper.date)
  return (
    <Stack>
      <FormField
        label="Fecha del documento"
        name="paper.date"
        help="Aparece en el encabezado y en {{fecha_documento}}."
        error={errorAt('paper.date')}
        warning={isGone ? `${goneField} Los documentos llevan el día de la decisión.` : undefined}
      >
        <Select
          value={isGone ? '' : (paper.date ?? '')}
          placeholder="El día de la decisión"
          options={days}
          onChange={(event) => put('date', event.target.value || undefined)}
        />
      </FormField>
      <FormField label="Membrete" name="paper.letterhead" group error={errorAt('paper.letterhead')}>
        <RadioGroup
          name="paper.letterhead"
          value={paper.letterhead ?? 'organisation'}
          onChange={chooseLetterhead}
          options={[
            { value: 'organisation', label: 'El de la organización', help: 'Con su logo, como está en Ajustes.' },
            {
              value: 'issuer',
              label: 'Los datos de quien lo expide',
              help: 'Por ejemplo, los del contratista en una cuenta de cobro. Se toman de los campos.',
            },
            { value: 'none', label: 'Ninguno', help: 'Arriba van solo el número y la fecha.' },
          ]}
        />
      </FormField>
      {paper.letterhead === 'issuer' && (
        <Columns min={13}>
          {Object.entries(issuerParts).map(([part, label]) => {
            const key = paper.issuer?.[part as IssuerPart]
            const isLost = key !== undefined && !lines.some(({ value }) => value === key)
            const isName = part === 'name'
            const fault = errorAt(`paper.issuer.${part}`) ?? (isName ? errorAt('paper.issuer') : undefined)
            const lost = isName ? `${goneField} Los documentos salen sin membrete.` : goneField
            return (
              <FormField
                key={part}
                label={label}
                name={`paper.issuer.${part}`}
                {...(isName ? { required: true } : { optional: true })}
                error={fault}
                warning={isLost ? lost : undefined}
              >
                <Select
                  value={isLost ? '' : (key ?? '')}
                  {...(!isName || isLost || !key ? { placeholder: 'Ninguno' } : {})}
                  options={lines}
                  onChange={(event) => putIssuer(part as IssuerPart, event.target.value)}
                />
              </FormField>
            )
          })}
        </Columns>
      )}
      <Columns min={20}>
        <Choice
          label="Tamaño del papel"
          name="paper.size"
          names={pageSizeNames}
          usual={organisation.size}
          value={paper.size}
          error={errorAt('paper.size')}
          onChange={(size) => put('size', size)}
        />
        <FormField label="Tamaño del texto" name="paper.textSize" error={errorAt('paper.textSize')}>
          <Select
            value={String(paper.textSize ?? defaultPage.textSize)}
            options={textSizes.map((size) => ({ value: String(size), label: `${size} puntos` }))}
            onChange={(event) => putTextSize(Number(event.target.value))}
          />
        </FormField>
        <Choice
          label="Márgenes"
          name="paper.margins"
          names={marginNames}
          usual={organisation.margins}
          value={paper.margins}
          error={errorAt('paper.margins')}
          onChange={(margins) => put('margins', margins)}
        />
        <Choice
          label="Párrafos"
          name="paper.ragged"
          names={setting}
          usual={settingOf(!organisation.isJustified)}
          value={paper.ragged === undefined ? undefined : settingOf(paper.ragged)}
          error={errorAt('paper.ragged')}
          onChange={(chosen) => put('ragged', chosen && chosen === 'ragged')}
        />
        <Choice
          label="Números y fechas como en"
          name="paper.country"
          help={`Así se escriben: ${notationSample(paper.country ?? organisation.country)}`}
          names={countries}
          usual={organisation.country}
          value={paper.country}
          error={errorAt('paper.country')}
          onChange={(country) => put('country', country)}
        />
      </Columns>
      <Checkbox
        label="No mostrar el motivo en los documentos anulados"
        help="Si no, va debajo del membrete con la fecha de la anulación."
        checked={paper.hidesAnnulReason ?? false}
        onChange={(event) => put('hidesAnnulReason', event.target.checked || undefined)}
      />
    </Stack>
  )
}

interface ChoiceProps<Value extends string> {
  label: string
  name: string
  help?: string
  names: Readonly<Record<Value, string>>
  /** The organisation's. */
  usual: Value
  value: Value | undefined
  error: string | undefined
  onChange: (value: Value | undefined) => void
}

/** One of these, or what the organisation has. */
function Choice<Value extends string>({ names, usual, value, onChange, ...field }: ChoiceProps<Value>) {
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

const goneField = 'El campo elegido ya no existe o es de otro tipo.'

const option = ({ key, label }: Field) => ({ value: key, label })

/** What is not chosen is left out. */
function withPart<Whole extends object>(whole: Whole, part: keyof Whole, value: unknown): Whole {
  const { [part]: _, ...rest } = whole
  return (value === undefined ? rest : { ...rest, [part]: value }) as Whole
}
