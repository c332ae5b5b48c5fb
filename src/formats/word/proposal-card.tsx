import { fieldTypeLabels } from '../../domain/fields/field-type-labels.ts'
import type { FieldType } from '../../domain/fields/field-types.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { Select } from '../../ui/form/select.tsx'
import { TextInput } from '../../ui/form/text-input.tsx'
import { Cluster } from '../../ui/page/cluster.tsx'
import type { Proposal } from '../../word/reading/proposals.ts'
import type { ProposalDecision } from '../../word/word-format.ts'
import s from './word-review.module.css'

interface Props {
  proposal: Proposal
  decision: ProposalDecision
  others: readonly { id: number; label: string; place: number }[]
  isActive: boolean
  onActivate: () => void
  onChange: (change: Partial<ProposalDecision>) => void
}

export const getAcceptButtonId = (id: number) => `proposal-${id}-accept`

/** Field types that a blank can have. Tables, files and formulas can only be added in the format editor. */
const types = (Object.keys(fieldTypeLabels) as FieldType[]).filter(
  (type) => type !== 'table' && type !== 'file' && type !== 'computed',
)
const kindLabels = { field: '', table: 'Tabla', signature: 'Firma', clause: 'Numeración' } as const
const statusBadges = { accepted: ['success', 'Aceptada'], dismissed: ['neutral', 'Descartada'] } as const

export function ProposalCard({ proposal, decision, others, isActive, onActivate, onChange }: Props) {
  const { id, kind, places } = proposal
  const { status, label, type, mergedInto } = decision
  const target = others.find((other) => other.id === mergedInto)
  const title = target ? `Mismo campo que «${target.label}»` : label
  const same = proposal.sameAs === null ? undefined : others.find((other) => other.id === proposal.sameAs)
  const [tone, badge] = status === 'pending' ? [] : statusBadges[status]
  return (
    <li className={cx(s.card, isActive && s.active)} id={`proposal-${id}`} aria-label={title}>
      <div className={s.cardHead}>
        <strong>{title}</strong>
        <span className={s.type}>{target ? '' : kindLabels[kind] || fieldTypeLabels[type]}</span>
        {tone && badge && <Badge tone={tone}>{badge}</Badge>}
      </div>
      {places.slice(0, isActive ? undefined : 1).map((place, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
        <p key={index} className={s.sentence}>
          <span className={s.place}>Párrafo {place.place}</span> {place.before}
          <mark>{place.text.trim() || '      '}</mark>
          {place.after}
        </p>
      ))}
      {!isActive && places.length > 1 && <p className={s.place}>y {places.length - 1} más</p>}
      {isActive && kind === 'field' && (
        <ProposalInputs {...{ id, decision, others, onChange, options: proposal.options }} />
      )}
      <Cluster>
        {status === 'pending' ? (
          <>
            <Button
              id={getAcceptButtonId(id)}
              size="s"
              variant="primary"
              aria-label={`Aceptar ${title}`}
              onClick={() => onChange({ status: 'accepted' })}
            >
              Aceptar
            </Button>
            {same && mergedInto === null && (
              <Button
                size="s"
                aria-label={`Unir con ${same.label}, párrafo ${same.place}`}
                onClick={() => onChange({ status: 'accepted', mergedInto: same.id })}
              >
                Unir con el del párrafo {same.place}
              </Button>
            )}
            <Button
              size="s"
              variant="quiet"
              aria-label={`Descartar ${title}`}
              onClick={() => onChange({ status: 'dismissed' })}
            >
              Descartar
            </Button>
          </>
        ) : (
          <Button
            id={getAcceptButtonId(id)}
            size="s"
            variant="quiet"
            aria-label={`Revisar otra vez ${title}`}
            onClick={() => onChange({ status: 'pending', mergedInto: null })}
          >
            Revisar otra vez
          </Button>
        )}
        {!isActive && kind === 'field' && (
          <Button size="s" variant="quiet" aria-label={`Cambiar ${title}`} onClick={onActivate}>
            Cambiar
          </Button>
        )}
      </Cluster>
    </li>
  )
}

interface InputProps {
  id: number
  decision: ProposalDecision
  others: Props['others']
  options: readonly string[]
  onChange: Props['onChange']
}

function ProposalInputs({ id, decision, others, options, onChange }: InputProps) {
  const { label, type, mergedInto } = decision
  return (
    <div className={s.inputs}>
      {mergedInto === null && (
        <>
          <FormField label="Nombre del campo" name={`proposal-${id}-label`}>
            <TextInput value={label} maxLength={80} onChange={({ target }) => onChange({ label: target.value })} />
          </FormField>
          <FormField label="Tipo" name={`proposal-${id}-type`}>
            <Select
              value={type}
              options={types.map((value) => ({ value, label: fieldTypeLabels[value] }))}
              onChange={({ target }) => onChange({ type: target.value as FieldType })}
            />
          </FormField>
        </>
      )}
      {options.length > 0 && <p className={s.place}>Opciones: {options.join(', ')}</p>}
      {others.length > 0 && (
        <FormField label="Mismo dato que" name={`proposal-${id}-merge`}>
          <Select
            value={String(mergedInto ?? '')}
            placeholder="Ninguno: es un campo propio"
            options={others.map((other) => ({
              value: String(other.id),
              label: `${other.label} (párrafo ${other.place})`,
            }))}
            onChange={({ target }) =>
              onChange({
                mergedInto: target.value ? Number(target.value) : null,
                ...(target.value && { status: 'accepted' as const }),
              })
            }
          />
        </FormField>
      )}
    </div>
  )
}
