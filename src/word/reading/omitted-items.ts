/** Kinds of content that a body cannot express, or that the import changes, in the order of the list for the user. */
export const omittedItemLabels = {
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
} as const
export type OmittedItemKind = keyof typeof omittedItemLabels

export interface OmittedItem {
  kind: OmittedItemKind
  /** One-based number of the paragraph; 0 for the header, the footer and the whole document. */
  place: number
  /** Lost text, or the beginning of the paragraph. */
  text: string
}

const maxTextLength = 120
/** Maximum length of text that the user has to copy by hand. */
const maxLostLength = 1000

export class OmittedItemList {
  readonly items: OmittedItem[] = []
  readonly #known = new Set<string>()

  add(kind: OmittedItemKind, place: number, text: string): void {
    const flat = text.replace(/\s+/g, ' ').trim()
    const limit = kind === 'lost' || kind === 'embedded' ? maxLostLength : maxTextLength
    const shown = flat.length > limit ? `${flat.slice(0, limit - 1).trimEnd()}…` : flat
    // Reports an omitted item once per paragraph, because Word splits a text into many runs.
    const key = `${kind} ${place} ${shown}`
    if (this.#known.has(key)) return
    this.#known.add(key)
    this.items.push({ kind, place, text: shown })
  }
}
