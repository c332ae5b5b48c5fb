import { useQuery } from '@tanstack/react-query'
import type { FormatInput } from '../../domain/formats/format.ts'
import { getErrorMessage } from '../../domain/text/error-message.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { FormField, TextArea, TextInput } from '../../ui/form/form-field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Columns, Stack } from '../../ui/page/layout.tsx'
import { retentionQuery } from '../admin-queries.ts'
import { DeliveryInputs } from './delivery-inputs.tsx'
import { ExternalAccessInput } from './external-access-input.tsx'
import { FormatAccessInput } from './format-access-input.tsx'
import type { ListOption } from './record-list-input.tsx'
import { SigningInputs } from './signing-inputs.tsx'
import { VerificationInputs } from './verification-inputs.tsx'

interface Props {
  /** Id of the format. */
  format: string
  input: FormatInput
  onChange: (part: Partial<FormatInput>) => void
  faults: Record<string, string>
  /** True if the code can no longer change, because the numbers of generated documents contain it. */
  codeIsKept: boolean
  /** Groups of the organisation; `undefined` while they load. */
  groups: readonly { id: string; name: string }[] | undefined
  lists: readonly ListOption[]
}

export function FormatDataInputs({ format, input, onChange, faults, codeIsKept, groups, lists }: Props) {
  const errorOf = (path: string) => (faults[path] ? getErrorMessage(faults[path]) : undefined)
  return (
    <Stack>
      <Columns min={14}>
        <FormField
          label="Código"
          name="code"
          required
          help={codeIsKept ? 'No se puede cambiar: los documentos ya lo llevan.' : 'De 2 a 4 letras mayúsculas.'}
          error={errorOf('code')}
        >
          <TextInput
            value={input.code}
            readOnly={codeIsKept}
            maxLength={4}
            onChange={(event) => onChange({ code: event.target.value.toUpperCase() })}
          />
        </FormField>
        <FormField label="Categoría" name="category" required error={errorOf('category')}>
          <TextInput value={input.category} onChange={(event) => onChange({ category: event.target.value })} />
        </FormField>
      </Columns>
      <FormField label="Nombre" name="name" required error={errorOf('name')}>
        <TextInput value={input.name} onChange={(event) => onChange({ name: event.target.value })} />
      </FormField>
      <FormField
        label="Otros nombres"
        name="aliases"
        optional
        help="El formato también se encuentra con estos nombres. Sepárelos con comas: «certificado laboral, constancia de trabajo»."
        error={errorOf('aliases')}
      >
        <TextInput
          maxLength={300}
          value={input.aliases ?? ''}
          onChange={(event) => onChange({ aliases: event.target.value })}
        />
      </FormField>
      <FormField label="Descripción" name="description" optional error={errorOf('description')}>
        <TextArea
          rows={3}
          maxLength={500}
          value={input.description}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      </FormField>
      <FormatAccessInput input={input} available={groups} error={errorOf('groups')} onChange={onChange} />
      <ExternalAccessInput input={input} lists={lists} faults={faults} onChange={onChange} />
      <Switch
        label="Cada solicitud se revisa antes de aprobarse"
        help="Quién aprueba se elige en la pestaña Aprobación. Sin revisión, la solicitud se aprueba y el documento se genera al enviarla."
        checked={input.requiresReview}
        onChange={(event) => onChange({ requiresReview: event.target.checked })}
      />
      {input.requiresReview && (
        <FormField
          label="Días hábiles para decidir"
          name="dueDays"
          help="Cuentan desde el día siguiente al envío, sin sábados, domingos ni festivos. Escriba 0 si no hay plazo. Aplica a las solicitudes que se envíen después de guardar."
          error={errorOf('dueDays')}
        >
          <TextInput
            type="number"
            inputMode="numeric"
            min={0}
            max={365}
            value={input.dueDays ?? 0}
            onChange={(event) => onChange({ dueDays: Math.floor(Number(event.target.value)) || 0 })}
          />
        </FormField>
      )}
      <Switch
        label="La aprobación genera un documento definitivo"
        help="No lleva la marca PRELIMINAR, desde la próxima versión que publique. Si no se marca, sale preliminar y un administrador puede emitirlo después."
        checked={input.makesFinal ?? false}
        onChange={(event) => onChange({ makesFinal: event.target.checked })}
      />
      <DeliveryInputs input={input} faults={faults} onChange={onChange} />
      <SigningInputs input={input} faults={faults} onChange={onChange} />
      <VerificationInputs input={input} faults={faults} onChange={onChange} />
      <RetentionInput
        format={format}
        years={input.keepYears ?? 0}
        error={errorOf('keepYears')}
        onChange={(keepYears) => onChange({ keepYears })}
      />
    </Stack>
  )
}

interface RetentionInputProps {
  format: string
  years: number
  error: string | undefined
  onChange: (years: number) => void
}

/** Input of the years after which requests are anonymised, with the number of requests that it would affect today. */
function RetentionInput({ format, years, error, onChange }: RetentionInputProps) {
  const { data } = useQuery({ ...retentionQuery(format, years), enabled: years > 0 && years <= 100 })
  const effect = data && `Solicitudes que se anonimizarían hoy: ${formatNumber(data.count)}.`
  return (
    <FormField
      label="Años que se conserva cada solicitud después de la decisión"
      name="keepYears"
      help="Luego se anonimiza: se borran sus datos, archivos y documentos, y no se puede deshacer. Escriba 0 para conservarla siempre. Vale desde esta noche para todas las solicitudes del formato, sin publicarlo."
      error={error}
      warning={years > 0 ? effect : undefined}
    >
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        max={100}
        value={years}
        onChange={(event) => onChange(Math.floor(Number(event.target.value)) || 0)}
      />
    </FormField>
  )
}
