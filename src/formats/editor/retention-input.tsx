import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '../../lib/number-format.ts'
import { FormField, TextInput } from '../../ui/form/form-field.tsx'
import { retentionQuery } from '../admin-queries.ts'

interface Props {
  format: string
  years: number
  error: string | undefined
  onChange: (years: number) => void
}

/** Input of the years after which requests are anonymised, with the number of requests that it would affect today. */
export function RetentionInput({ format, years, error, onChange }: Props) {
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
