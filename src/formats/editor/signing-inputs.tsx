import { listRecipientFields, suggestDelivery } from '../../domain/formats/delivery-settings.ts'
import type { FormatInput } from '../../domain/formats/format.ts'
import {
  listSignerEmails,
  maxSigners,
  type OutsideSigner,
  type SigningSettings,
} from '../../domain/formats/signing-settings.ts'
import { defaultSigningDays } from '../../domain/links/signing.ts'
import { Checkbox, FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { Columns, Stack } from '../../ui/page/layout.tsx'
import { type FormatPartProps, findErrorMessage } from './format-errors.ts'
import s from './ordered-list.module.css'
import { type OrderedItemProps, OrderedList } from './ordered-list.tsx'
import { setOrRemoveProperty } from './paper-settings-editor-props.ts'

/** Settings of the people without an account who sign the documents by a link. */
export function SigningInputs({ input, faults, onChange }: FormatPartProps) {
  const { fields, signing = {} } = input
  const signers = signing.signers ?? []
  const isOn = signers.length > 0
  const emails = listSignerEmails(fields)
  const put = <Part extends keyof SigningSettings>(part: Part, value: SigningSettings[Part]) =>
    onChange({ signing: setOrRemoveProperty(signing, part, value || undefined) })
  const putSigners = (changed: OutsideSigner[]) =>
    changed.length ? put('signers', changed) : onChange({ signing: {} })
  const added: OutsideSigner = {
    name: suggestDelivery(fields).name ?? listRecipientFields(fields, 'name')[0]?.key ?? '',
    email: emails[0]?.key ?? '',
    role: '',
  }
  const available = emails.length > 0 && added.name !== ''
  return (
    <Stack gap={3}>
      <Switch
        label="Otras personas lo firman por un enlace"
        help={
          available || isOn
            ? 'Cada persona lo lee y firma después de la aprobación, sin necesidad de una cuenta. Es definitivo cuando firman todas.'
            : 'Agregue antes un campo de texto con el nombre de la persona y uno obligatorio de tipo correo electrónico.'
        }
        disabled={!available && !isOn}
        checked={isOn}
        onChange={(event) => putSigners(event.target.checked ? [added] : [])}
      />
      {isOn && (
        <>
          <OrderedList
            items={signers}
            max={maxSigners}
            addLabel="Agregar persona"
            nameItem={(place) => `Persona ${place + 1}`}
            createItem={() => added}
            onChange={putSigners}
            renderItem={(row) => <SignerInput {...row} input={input} faults={faults} />}
          />
          {signers.length > 1 && (
            <Checkbox
              label="Firman en orden, una después de otra"
              help="Si no se marca, se les pide a todas al tiempo."
              checked={signing.order === 'sequence'}
              onChange={(event) => put('order', event.target.checked ? 'sequence' : undefined)}
            />
          )}
          <Columns min={14}>
            <DaysInput
              name="expires"
              label="Días para firmar"
              max={365}
              value={signing.expires ?? defaultSigningDays}
              faults={faults}
              onChange={(expires) => put('expires', expires || 1)}
            />
            <DaysInput
              name="remindEvery"
              label="Días entre recordatorios"
              help="Hasta cinco a cada persona. Escriba 0 para no recordar."
              max={30}
              value={signing.remindEvery ?? 0}
              faults={faults}
              onChange={(remindEvery) => put('remindEvery', remindEvery)}
            />
          </Columns>
        </>
      )}
    </Stack>
  )
}

interface DaysProps {
  name: 'expires' | 'remindEvery'
  label: string
  help?: string
  max: number
  value: number
  faults: FormatPartProps['faults']
  onChange: (days: number) => void
}

function DaysInput({ name, label, help, max, value, faults, onChange }: DaysProps) {
  const path = `signing.${name}`
  return (
    <FormField label={label} name={path} help={help} error={findErrorMessage(faults, path)}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={0}
        max={max}
        value={value}
        onChange={(event) => onChange(Math.floor(Number(event.target.value)) || 0)}
      />
    </FormField>
  )
}

type SignerProps = Omit<FormatPartProps, 'onChange'> & OrderedItemProps<OutsideSigner>

function SignerInput({ item: signer, place, input, faults, onChange, buttons }: SignerProps) {
  const field = (part: keyof OutsideSigner) => {
    const name = `signing.signers.${place}.${part}`
    return { name, required: true, error: findErrorMessage(faults, name) }
  }
  const select = (part: 'name' | 'email', options: FormatInput['fields']) => (
    <Select
      value={signer[part]}
      options={options.map(({ key, label }) => ({ value: key, label }))}
      onChange={(event) => onChange({ ...signer, [part]: event.target.value })}
    />
  )
  return (
    <li className={s.signature}>
      <Columns min={13}>
        <FormField label={`Persona ${place + 1}: firma como`} help="Por ejemplo, Contratista." {...field('role')}>
          <TextInput
            maxLength={60}
            value={signer.role}
            onChange={(event) => onChange({ ...signer, role: event.target.value })}
          />
        </FormField>
        <FormField label="Campo con su nombre" {...field('name')}>
          {select('name', listRecipientFields(input.fields, 'name'))}
        </FormField>
        <FormField label="Campo con su correo" {...field('email')}>
          {select('email', listSignerEmails(input.fields))}
        </FormField>
      </Columns>
      {buttons}
    </li>
  )
}
