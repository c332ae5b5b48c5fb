import { type FieldType, fieldTypeLabels } from '../../domain/fields/field-types.ts'
import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Badge } from '../../ui/data/badge.tsx'
import { FormField, Select, TextInput } from '../../ui/form/form-field.tsx'
import { Cluster, Panel } from '../../ui/page/layout.tsx'
import { EmptyState } from '../../ui/state/screen-states.tsx'
import type { Proposal } from '../../word/reading/proposals.ts'
import type { ProposalDecision } from '../../word/word-format.ts'
import type { WordImport } from './use-word-import.ts'
import s from './word-review.module.css'

interface Props {
  importing: WordImport
  active: number | null
  onActivate: (id: number | null) => void
}

/** List of proposals. After a decision, focus moves to the next pending proposal. */
export function ProposalList({ importing, active, onActivate }: Props) {
  const { document, decisions } = importing
  const proposals = document?.proposals ?? []
  const pending = decisions.filter(({ status }) => status === 'pending').length
  if (!proposals.length)
    return (
      <Panel title="Campos propuestos">
        <EmptyState icon="format" title="No se encontraron espacios en blanco">
          Cree el formato con este texto y agregue los campos en el editor. O escriba líneas (____) en Word y suba el
          documento otra vez.
        </EmptyState>
      </Panel>
    )
  const others = proposals.flatMap(({ id, kind, places }) =>
    kind === 'field' && decisions[id]?.mergedInto === null && decisions[id]?.status !== 'dismissed'
      ? { id, label: decisions[id]?.label ?? '', place: places[0]?.place ?? 0 }
      : [],
  )
  function change(id: number, change: Partial<ProposalDecision>) {
    importing.decide(id, change)
    if (!change.status || change.status === 'pending') return
    const next =
      proposals.find((one) => one.id > id && decisions[one.id]?.status === 'pending') ??
      proposals.find((one) => one.id !== id && decisions[one.id]?.status === 'pending')
    onActivate(next?.id ?? null)
    const target = next ? getAcceptButtonId(next.id) : 'word-create'
    requestAnimationFrame(() => globalThis.document.getElementById(target)?.focus())
  }
  return (
    <Panel
      className={s.list}
      title="Campos propuestos"
      description={
        <span role="status">
          {pending
            ? `${formatCount(proposals.length, 'propuesta', 'propuestas')}, ${pending} por revisar.`
            : 'Todas las propuestas están revisadas.'}
        </span>
      }
      actions={
        pending > 0 && (
          <>
            <Button size="s" icon="check" onClick={() => importing.decideRest('accepted')}>
              Aceptar todas
            </Button>
            <Button size="s" variant="quiet" onClick={() => importing.decideRest('dismissed')}>
              Descartar todas
            </Button>
          </>
        )
      }
    >
      <ol className="stack-3">
        {proposals.map((proposal) => {
          const { id } = proposal
          const decision = decisions[id]
          return (
            decision && (
              <ProposalCard
                key={id}
                proposal={proposal}
                decision={decision}
                others={others.filter((other) => other.id !== id && !isMergedInto(decisions, other.id, id))}
                isActive={id === active}
                onActivate={() => onActivate(id)}
                onChange={(changes) => change(id, changes)}
              />
            )
          )
        })}
      </ol>
    </Panel>
  )
}

const isMergedInto = (decisions: readonly ProposalDecision[], id: number, target: number) =>
  decisions[id]?.mergedInto === target

interface CardProps {
  proposal: Proposal
  decision: ProposalDecision
  /** Other fields that this proposal can use instead of its own. */
  others: readonly { id: number; label: string; place: number }[]
  isActive: boolean
  onActivate: () => void
  onChange: (change: Partial<ProposalDecision>) => void
}

const getAcceptButtonId = (id: number) => `proposal-${id}-accept`

/** Field types that a blank can have. Tables, files and formulas can only be added in the format editor. */
const types = (Object.keys(fieldTypeLabels) as FieldType[]).filter(
  (type) => type !== 'table' && type !== 'file' && type !== 'computed',
)
const kindLabels = { field: '', table: 'Tabla', signature: 'Firma', clause: 'Numeración' } as const
const statusBadges = { accepted: ['success', 'Aceptada'], dismissed: ['neutral', 'Descartada'] } as const

function ProposalCard({ proposal, decision, others, isActive, onActivate, onChange }: CardProps) {
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
        <span className="text-tertiary">{target ? '' : kindLabels[kind] || fieldTypeLabels[type]}</span>
        {tone && badge && <Badge tone={tone}>{badge}</Badge>}
      </div>
      {places.slice(0, isActive ? undefined : 1).map((place, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the places never change
        <p key={index} className={s.sentence}>
          <span className="text-tertiary">Párrafo {place.place}</span> {place.before}
          <mark>{place.text.trim() || '      '}</mark>
          {place.after}
        </p>
      ))}
      {!isActive && places.length > 1 && <p className="text-tertiary">y {places.length - 1} más</p>}
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
  others: CardProps['others']
  options: readonly string[]
  onChange: CardProps['onChange']
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
      {options.length > 0 && <p className="text-tertiary">Opciones: {options.join(', ')}</p>}
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
