import type { OmittedItemKind } from '../../word/reading/omitted-items.ts'

/** Spanish labels of the content that the import lost or changed. */
export const omittedItemLabels = {
  strike: 'Tachado: queda el texto',
  raised: 'Superíndices y subíndices: quedan como texto',
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
  computedField: 'Números de página: los pone el documento',
  link: 'Enlaces: queda el texto',
  footer: 'Pie de página',
  columns: 'Columnas de texto: quedan en una',
  control: 'Controles con varios párrafos: quedan como texto',
  character: 'Caracteres que los documentos no imprimen',
  markup: 'Signos que serían marcas: quedan separados',
} as const satisfies Record<OmittedItemKind, string>
