import {
  type DeliverySettings,
  listRecipientFields,
  recipientParts,
  suggestDelivery,
} from '../../domain/formats/delivery-settings.ts'
import { Checkbox, FormField, Select } from '../../ui/form/form-field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Columns, Stack } from '../../ui/page/layout.tsx'
import { type FormatPartProps, findErrorMessage } from './format-errors.ts'
import { setOrRemoveProperty } from './paper-settings-editor-props.ts'

const partLabels = {
  email: 'Correo del destinatario',
  name: 'Nombre del destinatario',
  phone: 'Celular del destinatario',
} as const

/** Settings of the delivery by mail. Switching it on suggests the fields of the recipient. */
export function DeliveryInputs({ input, faults, onChange }: FormatPartProps) {
  const { fields, delivery = {} } = input
  const emails = listRecipientFields(fields, 'email')
  const isOn = delivery.email !== undefined
  const put = (part: keyof DeliverySettings, value: string | boolean) =>
    onChange({ delivery: setOrRemoveProperty(delivery, part, value || undefined) })
  const toggle = (on: boolean) =>
    onChange({ delivery: on ? { email: emails[0]?.key ?? '', ...suggestDelivery(fields) } : {} })
  return (
    <Stack gap={3}>
      <Switch
        label="El documento se entrega por correo a su destinatario"
        help={
          emails.length || isOn
            ? 'La persona recibe un enlace cuando el documento queda listo, sin necesidad de una cuenta.'
            : 'Agregue antes un campo de tipo correo electrónico que el solicitante diligencie.'
        }
        disabled={!emails.length && !isOn}
        checked={isOn}
        onChange={(event) => toggle(event.target.checked)}
      />
      {isOn && (
        <>
          <Columns min={14}>
            {recipientParts.map((part) => (
              <FormField
                key={part}
                label={partLabels[part]}
                name={`delivery.${part}`}
                optional={part !== 'email'}
                help={part === 'phone' ? 'Permite enviar el enlace por WhatsApp.' : undefined}
                error={findErrorMessage(faults, `delivery.${part}`)}
              >
                <Select
                  value={delivery[part] ?? ''}
                  {...(part !== 'email' && { placeholder: 'Ninguno' })}
                  options={listRecipientFields(fields, part).map(({ key, label }) => ({ value: key, label }))}
                  onChange={(event) => put(part, event.target.value)}
                />
              </FormField>
            ))}
          </Columns>
          <Checkbox
            label="Entregar también los documentos preliminares"
            help="Si no se marca, se entrega cuando el documento es definitivo."
            checked={delivery.preliminary ?? false}
            onChange={(event) => put('preliminary', event.target.checked)}
          />
          <Checkbox
            label="Adjuntar el PDF al correo"
            help="Quien abra el correo lo verá sin confirmar su identidad. Si pesa más de 8 MB, va solo el enlace y el correo lo dice."
            checked={delivery.attach ?? false}
            onChange={(event) => put('attach', event.target.checked)}
          />
        </>
      )}
    </Stack>
  )
}
