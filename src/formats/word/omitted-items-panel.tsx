import { Panel } from '../../ui/page/panel.tsx'
import { type OmittedItem, type OmittedItemKind, omittedItemKinds } from '../../word/reading/omitted-items.ts'
import s from './word-review.module.css'

export function OmittedItemsPanel({ items }: { items: readonly OmittedItem[] }) {
  const kinds = omittedItemKinds.filter((kind) => items.some((item) => item.kind === kind))
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
        {omittedItemLabels[kind]} <span className={s.place}>({items.length})</span>
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

const omittedItemLabels = {
  lost: 'No se tomó: cópielo a mano',
  embedded: 'No se tomó, porque está en otro archivo: abra el documento en Word, guárdelo de nuevo y súbalo otra vez',
  strike: 'Tachado: queda el texto',
  raised: 'Superíndices y subíndices: quedan como texto',
  smallCaps: 'Versalitas: quedan como letras normales',
  tab: 'Tabulaciones: quedan como un espacio',
  list: 'Numeración que queda escrita como texto',
  markerStyle: 'Negrita y cursiva de los números de lista: quedan normales',
  itemAlign: 'Alineación de elementos de lista: quedan a la izquierda',
  mergedCell: 'Celdas unidas: quedan separadas',
  cellParagraphs: 'Celdas con varios párrafos: quedan en uno',
  nestedTable: 'Tablas dentro de tablas: queda su texto',
  textBox: 'Cuadros de texto: quedan como párrafos',
  image: 'Imágenes',
  drawing: 'Dibujos y gráficos',
  equation: 'Ecuaciones',
  footnote: 'Notas al pie',
  comment: 'Comentarios',
  hidden: 'Texto oculto',
  contents: 'Tabla de contenido',
  wordFormula: 'Fórmulas y condiciones de Word: revise los campos propuestos',
  wordResult: 'Referencias y datos que pone Word: queda el texto que tenían',
  computedField: 'Números de página: los pone el documento',
  landscape: 'Hojas horizontales: el documento sale vertical',
  link: 'Enlaces: queda el texto',
  footer: 'Pie de página',
  columns: 'Columnas de texto: quedan en una',
  control: 'Controles con varios párrafos: quedan como texto',
  character: 'Caracteres que los documentos no imprimen',
  markup: 'Signos que serían marcas: quedan separados',
} as const satisfies Record<OmittedItemKind, string>
