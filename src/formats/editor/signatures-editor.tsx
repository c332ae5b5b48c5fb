import type { SignatureBlock } from '../../domain/documents/signature-block.ts'
import { organisationSignerKey } from '../../domain/documents/signers.ts'
import type { Field } from '../../domain/fields/field.ts'
import { FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Columns, Stack } from '../../ui/page/layout.tsx'
import { EmptyState } from '../../ui/state/screen-states.tsx'
import { findErrorMessage } from './format-errors.ts'
import s from './ordered-list.module.css'
import { type OrderedItemProps, OrderedList } from './ordered-list.tsx'
import { setOrRemoveProperty } from './paper-settings-editor-props.ts'

interface Props extends Choices {
  blocks: readonly SignatureBlock[]
  faults: Record<string, string>
  onChange: (blocks: SignatureBlock[]) => void
}

const maxBlocks = 8

export function SignaturesEditor({ blocks, faults, onChange, ...choices }: Props) {
  return (
    <Stack gap={3}>
      {blocks.length === 0 && (
        <EmptyState icon="edit" title="Nadie firma aquí">
          Agregue las líneas de firma. Van al final o donde indique la redacción.
        </EmptyState>
      )}
      <OrderedList
        items={blocks}
        max={maxBlocks}
        addLabel="Agregar firma"
        nameItem={nameSignature}
        createItem={() => createSignatureBlock('organisation', choices)}
        onChange={onChange}
        renderItem={(row) => <SignatureBlockInput {...row} faults={faults} {...choices} />}
      />
    </Stack>
  )
}

interface SignatoryOption {
  id: string
  name: string
}

interface Choices {
  fields: readonly Field[]
  signatories: readonly SignatoryOption[]
  /** Users who sign today for each signatory: the signatory or a substitute. */
  signing: readonly SignatoryOption[]
}

interface BlockProps extends Choices, OrderedItemProps<SignatureBlock> {
  faults: Record<string, string>
}

const blockKinds = [
  { value: 'organisation', label: 'Firmante de la organización' },
  { value: 'signatory', label: 'Un firmante determinado' },
  { value: 'approver', label: 'Quien aprobó' },
  { value: 'owner', label: 'El solicitante' },
  { value: 'field', label: 'Una persona indicada en un campo' },
  { value: 'seal', label: 'El sello electrónico' },
] as const
type BlockKind = (typeof blockKinds)[number]['value']

const sealHelp = 'Titular y fecha, en definitivos y anulados, si hay un certificado en Ajustes.'

const noSignatoryText =
  'Hoy no puede firmar y nadie lo reemplaza: sus documentos no se podrán generar. Actualice sus datos en Ajustes › Firmantes.'

const nameSignature = (place: number) => `Firma ${place + 1}`

function SignatureBlockInput({ id, item: block, place, faults, onChange, buttons, ...choices }: BlockProps) {
  const lines = listLineOptions(choices.fields)
  const setPart = (part: string, value: string) =>
    onChange(setOrRemoveProperty(block, part as keyof SignatureBlock, value || undefined))
  const part = (part: string, value: string) => ({
    name: `${id}-${part}`,
    value,
    error: findErrorMessage(faults, `signatures.${place}.${part}`),
    onChange: (chosen: string) => setPart(part, chosen),
  })
  return (
    <li className={s.signature}>
      <Columns min={13}>
        <FormField
          label={`${nameSignature(place)}: quién`}
          name={`${id}-by`}
          help={
            block.by === 'organisation'
              ? formatCurrentSignatory(choices.signing)
              : block.by === 'seal'
                ? sealHelp
                : undefined
          }
          required
        >
          <Select
            value={block.by}
            options={blockKinds}
            onChange={(event) =>
              onChange(createSignatureBlock(event.target.value as BlockKind, choices, block.caption))
            }
          />
        </FormField>
        <FormField label="Firma como" name={`${id}-caption`} optional help="Por ejemplo, Recibe o Aprobó.">
          <TextInput
            maxLength={60}
            value={block.caption ?? ''}
            onChange={(event) => setPart('caption', event.target.value)}
          />
        </FormField>
        {block.by === 'signatory' && (
          <PartInput
            {...part('signatory', block.signatory)}
            {...getSignatoryChoice(block.signatory, choices)}
            required
          />
        )}
        {block.by === 'field' && (
          <PartInput {...part('name', block.name)} label="Campo con su nombre" options={lines} required />
        )}
        {(block.by === 'field' || block.by === 'owner') && (
          <>
            <PartInput {...part('post', block.post ?? '')} label="Campo con su cargo" options={lines} />
            <PartInput {...part('document', block.document ?? '')} label="Campo con su documento" options={lines} />
          </>
        )}
      </Columns>
      {buttons}
    </li>
  )
}

function createSignatureBlock(
  kind: BlockKind,
  { fields, signatories, signing }: Choices,
  caption?: string,
): SignatureBlock {
  const said = caption ? { caption } : {}
  if (kind === 'signatory') return { by: kind, signatory: (signing[0] ?? signatories[0])?.id ?? '', ...said }
  return kind === 'field' ? { by: kind, name: listLineOptions(fields)[0]?.value ?? '', ...said } : { by: kind, ...said }
}

const listLineOptions = (fields: readonly Field[]) =>
  fields.filter(({ type }) => type !== 'table' && type !== 'file').map(({ key, label }) => ({ value: key, label }))

/** Returns the label and options of the signatory select, with today's signer: «Ana Ruiz (hoy firma Luis Gil)». */
function getSignatoryChoice(chosen: string, { signatories, signing }: Choices) {
  const signerOf = (one: string) => signing.find((each) => each.id === one)?.name
  const options = signatories.map(({ id: value, name }) => {
    const today = signerOf(value)
    const note = today === undefined ? ' (hoy no firma)' : today === name ? '' : ` (hoy firma ${today})`
    return { value, label: name + note }
  })
  const isMissing = chosen !== '' && signerOf(chosen) === undefined
  return { label: 'Firmante', options, warning: isMissing ? noSignatoryText : undefined }
}

interface PartProps {
  label: string
  name: string
  value: string
  options: readonly { value: string; label: string }[]
  error: string | undefined
  warning?: string | undefined
  required?: boolean
  onChange: (value: string) => void
}

function PartInput({ label, name, value, options, error, warning, required = false, onChange }: PartProps) {
  return (
    <FormField
      label={label}
      name={name}
      {...(required ? { required } : { optional: true })}
      error={error}
      warning={warning}
    >
      <Select
        value={value}
        {...(!required || !value ? { placeholder: 'Ninguno' } : {})}
        options={options}
        onChange={(event) => onChange(event.target.value)}
      />
    </FormField>
  )
}

export function formatCurrentSignatory(signing: readonly SignatoryOption[]): string {
  const now = signing.find(({ id }) => id === organisationSignerKey)
  if (now) return `Quien apruebe, si es firmante; si no, hoy firma ${now.name}.`
  return signing.length
    ? 'Quien apruebe: hay varios firmantes y ninguno tiene marcado este formato en Ajustes › Firmantes.'
    : 'Quien apruebe: hoy no hay ningún firmante activo en Ajustes › Firmantes.'
}
