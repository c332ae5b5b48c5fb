import { listHolderFields, listPrintedFields, suggestVerification } from '../../domain/formats/verification-settings.ts'
import { Checkbox, FormField, Select } from '../../ui/form/form-field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Stack } from '../../ui/page/layout.tsx'
import { type FormatPartProps, findErrorMessage } from './format-errors.ts'

/** Settings of the fields that the public verification page shows. Switching it on suggests them. */
export function VerificationInputs({ input, faults, onChange }: FormatPartProps) {
  const { fields, body, verification = {} } = input
  const { shown = [], holder } = verification
  const isOn = Object.keys(verification).length > 0
  const printed = listPrintedFields(fields, body)
  // Keeps the checkboxes of chosen fields that the document no longer prints, so that they can be cleared.
  const offered = fields.filter((field) => printed.includes(field) || shown.includes(field.key))
  const errorOf = (part: 'shown' | 'holder') => findErrorMessage(faults, `verification.${part}`)
  return (
    <Stack gap={3}>
      <Switch
        label="La página de verificación muestra datos del documento"
        help={
          printed.length || isOn
            ? 'Quien lo recibe los compara con su copia. Si no se marca, ve el tipo, el número, la fecha e iniciales.'
            : 'Ponga antes un campo en la redacción.'
        }
        disabled={!printed.length && !isOn}
        checked={isOn}
        onChange={(event) =>
          onChange({ verification: event.target.checked ? suggestVerification({ fields, body }) : {} })
        }
      />
      {isOn && (
        <>
          <FormField
            label="Datos que ve quien tiene el código"
            name="verification.shown"
            group
            help="El código está en el documento: los ve quien lo tenga en sus manos."
            error={errorOf('shown')}
          >
            <Stack gap={2}>
              {offered.map(({ key, label }) => (
                <Checkbox
                  key={key}
                  label={label}
                  checked={shown.includes(key)}
                  onChange={(event) => {
                    const others = shown.filter((each) => each !== key)
                    onChange({
                      verification: { ...verification, shown: event.target.checked ? [...others, key] : others },
                    })
                  }}
                />
              ))}
            </Stack>
          </FormField>
          <FormField
            label="Documento de identidad del titular"
            name="verification.holder"
            optional
            help="Quien escriba sus últimas cuatro cifras ve los demás datos y el PDF."
            error={errorOf('holder')}
          >
            <Select
              value={holder ?? ''}
              placeholder="Ninguno"
              options={listHolderFields(fields).map(({ key, label }) => ({ value: key, label }))}
              onChange={(event) =>
                onChange({ verification: { shown, ...(event.target.value && { holder: event.target.value }) } })
              }
            />
          </FormField>
        </>
      )}
    </Stack>
  )
}
