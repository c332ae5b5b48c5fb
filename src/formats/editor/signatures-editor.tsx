import { useId } from 'react'
import { organisation } from '../../domain/documents/signers.ts'
import type { SignatureBlock } from '../../domain/documents/signing.ts'
import type { Field } from '../../domain/fields/field.ts'
import { sentenceOf } from '../../domain/text/sentence.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { Columns } from '../../ui/columns.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Select } from '../../ui/select.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import s from './signatures-editor.module.css'

interface Props {
  blocks: readonly SignatureBlock[]
  fields: readonly Field[]
  signatories: readonly { id: string; name: string }[]
  /** Who signs today where one of them is named; left out where nobody does. */
  signing: readonly { id: string; name: string }[]
  faults: Record<string, string>
  onChange: (blocks: SignatureBlock[]) => void
}

const kinds = [
  { value: 'organisation', label: 'Quien firme por la organización' },
  { value: 'signatory', label: 'Un firmante determinado' },
  { value: 'approver', label: 'Quien aprobó' },
  { value: 'owner', label: 'Quien pidió el documento' },
  { value: 'field', label: 'Alguien nombrado en un campo' },
] as const
type Kind = (typeof kinds)[number]['value']

const most = 8
const nobodySigns =
  'Hoy no puede firmar y nadie lo reemplaza: sus documentos no se podrán generar. Actualice sus datos en Ajustes › Firmantes.'

/** The lines on which a document of the format is signed, in their order. */
export function SignaturesEditor({ blocks, fields, signatories, signing, faults, onChange }: Props) {
  const id = useId()
  const oneLine = fields
    .filter(({ type }) => type !== 'table' && type !== 'file')
    .map(({ key, label }) => ({ value: key, label }))
  const signs = (one: string) => signing.find((each) => each.id === one)
  const people = signatories.map(({ id: value, name }) => {
    const today = signs(value)?.name
    const note = today === undefined ? ' (hoy no firma)' : today === name ? '' : ` (hoy firma ${today})`
    return { value, label: name + note }
  })
  const put = (place: number, block: SignatureBlock) => onChange(blocks.with(place, block))

  function begin(kind: Kind, caption?: string): SignatureBlock {
    const said = caption ? { caption } : {}
    if (kind === 'signatory') return { by: kind, signatory: (signing[0] ?? signatories[0])?.id ?? '', ...said }
    return kind === 'field' ? { by: kind, name: oneLine[0]?.value ?? '', ...said } : { by: kind, ...said }
  }
  function move(place: number, step: 1 | -1) {
    const moved = blocks[place]
    if (!moved) return
    onChange(blocks.toSpliced(place, 1).toSpliced(place + step, 0, moved))
    const at = place + step
    const way = step < 0 ? (at ? 'up' : 'down') : at < blocks.length - 1 ? 'down' : 'up'
    requestAnimationFrame(() => document.getElementById(`${id}-${at}-${way}`)?.focus())
  }
  function remove(place: number) {
    onChange(blocks.toSpliced(place, 1))
    requestAnimationFrame(() => document.getElementById(`${id}-add`)?.focus())
  }

  return (
    <Stack gap={3}>
      {blocks.length === 0 && (
        <EmptyState icon="edit" title="Nadie firma aquí">
          Agregue las líneas de firma. Van al final o donde indique la redacción.
        </EmptyState>
      )}
      <ol className={s.list}>
        {blocks.map((block, place) => {
          const nameOf = `Firma ${place + 1}`
          const choose = (name: string, label: string, value: string, options: typeof oneLine, required = false) => {
            const fault = faults[`signatures.${place}.${name}`]
            return (
              <FormField
                label={label}
                name={`${id}-${place}-${name}`}
                {...(required ? { required } : { optional: true })}
                error={fault ? sentenceOf(fault) : undefined}
                warning={name === 'signatory' && value && !signs(value) ? nobodySigns : undefined}
              >
                <Select
                  value={value}
                  {...(!required || !value ? { placeholder: 'Ninguno' } : {})}
                  options={options}
                  onChange={(event) => put(place, withPart(block, name, event.target.value))}
                />
              </FormField>
            )
          }
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line to sign on has no other identity than its place
            <li key={place} className={s.item}>
              <Columns min={13}>
                <FormField
                  label={`${nameOf}: quién`}
                  name={`${id}-${place}-by`}
                  help={block.by === 'organisation' ? forOrganisationNow(signing) : undefined}
                  required
                >
                  <Select
                    value={block.by}
                    options={kinds}
                    onChange={(event) => put(place, begin(event.target.value as Kind, block.caption))}
                  />
                </FormField>
                <FormField
                  label="Firma como"
                  name={`${id}-${place}-caption`}
                  optional
                  help="Por ejemplo, Recibe o Aprobó."
                >
                  <TextInput
                    maxLength={60}
                    value={block.caption ?? ''}
                    onChange={(event) => put(place, withPart(block, 'caption', event.target.value))}
                  />
                </FormField>
                {block.by === 'signatory' && choose('signatory', 'Firmante', block.signatory, people, true)}
                {block.by === 'field' && choose('name', 'Campo con su nombre', block.name, oneLine, true)}
                {(block.by === 'field' || block.by === 'owner') && (
                  <>
                    {choose('post', 'Campo con su cargo', block.post ?? '', oneLine)}
                    {choose('document', 'Campo con su documento', block.document ?? '', oneLine)}
                  </>
                )}
              </Columns>
              <div className={s.actions}>
                <IconButton
                  id={`${id}-${place}-up`}
                  icon="chevronUp"
                  size="s"
                  label={`Subir ${nameOf}`}
                  disabled={place === 0}
                  onClick={() => move(place, -1)}
                />
                <IconButton
                  id={`${id}-${place}-down`}
                  icon="chevronDown"
                  size="s"
                  label={`Bajar ${nameOf}`}
                  disabled={place === blocks.length - 1}
                  onClick={() => move(place, 1)}
                />
                <IconButton icon="trash" size="s" label={`Quitar ${nameOf}`} onClick={() => remove(place)} />
              </div>
            </li>
          )
        })}
      </ol>
      <Cluster>
        <Button
          id={`${id}-add`}
          size="s"
          icon="plus"
          disabled={blocks.length >= most}
          onClick={() => onChange([...blocks, begin('organisation')])}
        >
          Agregar firma
        </Button>
      </Cluster>
    </Stack>
  )
}

/** Who signs for the organisation today, as who writes the format is told it. */
export function forOrganisationNow(signing: Props['signing']): string {
  const now = signing.find(({ id }) => id === organisation)
  if (now) return `Quien apruebe, si es firmante; si no, hoy firma ${now.name}.`
  return signing.length
    ? 'Quien apruebe: hay varios firmantes y ninguno tiene marcado este formato en Ajustes › Firmantes.'
    : 'Quien apruebe: hoy no hay ningún firmante activo en Ajustes › Firmantes.'
}

/** What is emptied is left out. */
function withPart(block: SignatureBlock, part: string, value: string): SignatureBlock {
  const { [part as 'caption']: _, ...rest } = block
  return (value ? { ...rest, [part]: value } : rest) as SignatureBlock
}
