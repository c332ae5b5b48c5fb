import { getErrorMessage } from '../../domain/text/error-message.ts'
import { FormField, Select } from '../../ui/form/form-field.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { Columns } from '../../ui/page/layout.tsx'
import { findErrorMessage } from './format-errors.ts'
import {
  missingFieldMessage,
  type PaperSettingsEditorProps,
  setOrRemoveProperty,
  toFieldOption,
} from './paper-settings-editor-props.ts'

const issuerPartLabels = {
  name: 'Campo con su nombre',
  id: 'Campo con su identificación',
  address: 'Campo con su dirección',
  city: 'Campo con su ciudad',
  phone: 'Campo con su teléfono',
  web: 'Campo con su página web',
} as const
type IssuerPart = keyof typeof issuerPartLabels

export function LetterheadInput({ paper, fields, faults, onChange }: PaperSettingsEditorProps) {
  const parts: Partial<Record<IssuerPart, string>> = paper.issuer ?? {}
  const lines = fields.filter(({ type }) => type !== 'table' && type !== 'file').map(toFieldOption)
  function choose(whose: 'organisation' | 'issuer' | 'none') {
    const letterhead = whose === 'organisation' ? undefined : whose
    const first = lines[0]?.value
    const issuer = paper.issuer ?? (whose === 'issuer' && first ? { name: first } : undefined)
    onChange(setOrRemoveProperty(setOrRemoveProperty(paper, 'letterhead', letterhead), 'issuer', issuer))
  }
  return (
    <>
      <FormField label="Membrete" name="paper.letterhead" group error={findErrorMessage(faults, 'paper.letterhead')}>
        <RadioGroup
          name="paper.letterhead"
          value={paper.letterhead ?? 'organisation'}
          onChange={choose}
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
          {(Object.keys(issuerPartLabels) as IssuerPart[]).map((part) => (
            <IssuerInput
              key={part}
              part={part}
              fieldKey={parts[part]}
              lines={lines}
              faults={faults}
              onChange={(key) => onChange(setOrRemoveProperty(paper, 'issuer', setOrRemoveProperty(parts, part, key)))}
            />
          ))}
        </Columns>
      )}
    </>
  )
}

interface IssuerProps {
  part: IssuerPart
  fieldKey: string | undefined
  lines: readonly { value: string; label: string }[]
  faults: PaperSettingsEditorProps['faults']
  onChange: (key: string | undefined) => void
}

function IssuerInput({ part, fieldKey, lines, faults, onChange }: IssuerProps) {
  const isLost = fieldKey !== undefined && !lines.some(({ value }) => value === fieldKey)
  const isName = part === 'name'
  const lost = isName ? `${missingFieldMessage} Los documentos salen sin membrete.` : missingFieldMessage
  return (
    <FormField
      label={issuerPartLabels[part]}
      name={`paper.issuer.${part}`}
      {...(isName ? { required: true } : { optional: true })}
      error={
        findErrorMessage(faults, `paper.issuer.${part}`) ??
        (isName && faults['paper.issuer'] ? getErrorMessage(faults['paper.issuer']) : undefined)
      }
      warning={isLost ? lost : undefined}
    >
      <Select
        value={isLost ? '' : (fieldKey ?? '')}
        {...(!isName || isLost || !fieldKey ? { placeholder: 'Ninguno' } : {})}
        options={lines}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </FormField>
  )
}
