import { formatCount } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { EmptyState } from '../../ui/state/empty-state.tsx'
import type { ProposalDecision } from '../../word/word-format.ts'
import { getAcceptButtonId, ProposalCard } from './proposal-card.tsx'
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
      <ol className={s.cards}>
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
