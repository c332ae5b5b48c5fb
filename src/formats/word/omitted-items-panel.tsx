import { Panel } from '../../ui/page/layout.tsx'
import { type OmittedItem, type OmittedItemKind, omittedItemLabels } from '../../word/reading/omitted-items.ts'
import s from './word-review.module.css'

export function OmittedItemsPanel({ items }: { items: readonly OmittedItem[] }) {
  const kinds = (Object.keys(omittedItemLabels) as OmittedItemKind[]).filter((kind) =>
    items.some((item) => item.kind === kind),
  )
  return (
    <Panel
      title="Lo que no se tomó igual"
      description="La letra, los tamaños y los colores son los de los documentos de la organización."
    >
      {kinds.length === 0 ? (
        <p>Todo lo demás quedó en la redacción.</p>
      ) : (
        <div className={s.omittedItems}>
          {kinds.map((kind) => (
            <OmittedItemGroup key={kind} kind={kind} items={items.filter((item) => item.kind === kind)} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function OmittedItemGroup({ kind, items }: { kind: OmittedItemKind; items: readonly OmittedItem[] }) {
  return (
    <details open={items.length <= 5}>
      <summary>
        {omittedItemLabels[kind]} <span className="text-tertiary">({items.length})</span>
      </summary>
      <ul>
        {items.map(({ place, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change
          <li key={index}>
            {place > 0 && <span className="text-tertiary">Párrafo {place}</span>} {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
