/** Cell styles of generated workbooks. Their order defines the style index. */
const cellStyles = {
  general: '<xf numFmtId="0" fontId="0" fillId="0"',
  text: '<xf numFmtId="49" fontId="0" fillId="0" applyNumberFormat="1"',
  header: '<xf numFmtId="49" fontId="1" fillId="2" applyNumberFormat="1" applyFont="1" applyFill="1"',
  date: '<xf numFmtId="164" fontId="0" fillId="0" applyNumberFormat="1"',
  money: '<xf numFmtId="4" fontId="0" fillId="0" applyNumberFormat="1"',
  wrong: '<xf numFmtId="49" fontId="0" fillId="3" applyNumberFormat="1" applyFill="1"',
  /** Money without decimals. */
  whole: '<xf numFmtId="3" fontId="0" fillId="0" applyNumberFormat="1"',
  percent: '<xf numFmtId="10" fontId="0" fillId="0" applyNumberFormat="1"',
  moment: '<xf numFmtId="165" fontId="0" fillId="0" applyNumberFormat="1"',
} as const
export type CellStyle = keyof typeof cellStyles

const names = Object.keys(cellStyles) as CellStyle[]

export const getStyleIndex = (look: CellStyle): number => names.indexOf(look)

export function formatStylesXml(namespace: string): string {
  const fill = (colour: string) =>
    `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`
  const font = (extra: string) => `<font>${extra}<sz val="11"/><name val="Calibri"/></font>`
  const alignment = ' xfId="0" borderId="0" applyAlignment="1"><alignment vertical="top"/></xf>'
  return [
    `<styleSheet xmlns="${namespace}">`,
    '<numFmts count="2"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy hh:mm"/></numFmts>',
    `<fonts count="2">${font('')}${font('<b/>')}</fonts>`,
    `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fill('FFE8ECE6')}${fill('FFFBE3DC')}</fills>`,
    '<borders count="1"><border/></borders>',
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
    `<cellXfs count="${names.length}">${Object.values(cellStyles)
      .map((look) => look + alignment)
      .join('')}</cellXfs>`,
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
    '</styleSheet>',
  ].join('')
}
