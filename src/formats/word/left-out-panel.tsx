import { Panel } from '../../ui/panel.tsx'
import { type LeftOutItem, type LeftOutKind, leftOutKinds } from '../../word/reading/left-out.ts'
import { leftOutLabels } from './left-out-labels.ts'
import s from './word-review.module.css'

/** Panel that lists the content lost or changed by the import, grouped by kind. */
export function LeftOutPanel({ items }: { items: readonly LeftOutItem[] }) {
  const kinds = leftOutKinds.filter((kind) => items.some((item) => item.kind === kind))
  return (
    <Panel
      title="Lo que no se tomó igual"
      description="La letra, los tamaños y los colores son los de los documentos de la organización."
    >
      {kinds.length === 0 ? (
        <p>Todo lo demás quedó en la redacción.</p>
      ) : (
        <div className={s.leftOut}>
          {kinds.map((kind) => (
            <LeftOutGroup key={kind} kind={kind} items={items.filter((item) => item.kind === kind)} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function LeftOutGroup({ kind, items }: { kind: LeftOutKind; items: readonly LeftOutItem[] }) {
  return (
    <details open={items.length <= 5}>
      <summary>
        {leftOutLabels[kind]} <span className={s.place}>({items.length})</span>
      </summary>
      <ul>
        {items.map(({ place, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change
          <li key={index}>
            {place > 0 && <span className={s.place}>Párrafo {place}</span>} {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
