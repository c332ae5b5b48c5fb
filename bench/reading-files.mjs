import { crc32, deflateRawSync } from 'node:zlib'

const headers = ['Nombre', 'Tipo', 'Cédula', 'Cargo', 'Ingreso', 'Sueldo', 'Activo', 'Ciudad', 'Fecha', 'Nota']
/** @param {number} i */
const createName = (i) => `Íñigo Núñez Peña ${i}`

/** Creates a CSV like Excel in Spanish: Windows-1252, semicolons, CR LF. @param {number} count */
export function createCsv(count) {
  const lines = [headers.join(';')]
  for (let i = 0; i < count; i++) {
    const id = String(10_000_000 + i).padStart(10, '0')
    lines.push(
      `${createName(i)};CC;${id};Analista ${i % 50};03/04/2025;${1 + (i % 9)}.${100 + (i % 900)}.250,75;Sí;Bogotá D. C.;03/04/2025;nota ${i}`,
    )
  }
  return new Uint8Array(Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'))
}

/** Creates a workbook like Excel: shared strings, and dates and leading zeros by number format. @param {number} count */
export function createXlsx(count) {
  /** @type {Map<string, number>} */
  const shared = new Map()
  /** @param {string} text */
  const text = (text) => {
    if (!shared.has(text)) shared.set(text, shared.size)
    return `t="s"><v>${shared.get(text)}</v></c>`
  }
  const cells = (/** @type {number} */ row, /** @type {string[]} */ inside) =>
    `<row r="${row}" spans="1:10">${inside.map((xml, i) => `<c r="${String.fromCharCode(65 + i)}${row}" ${xml}`).join('')}</row>`
  const rows = [cells(1, headers.map(text))]
  for (let i = 0; i < count; i++)
    rows.push(
      cells(i + 2, [
        text(createName(i)),
        text('CC'),
        `s="2"><v>${10_000_000 + i}</v></c>`,
        text(`Analista ${i % 50}`),
        `s="1"><v>${40_000 + (i % 5000)}</v></c>`,
        `><v>${i * 1000 + 250.75}</v></c>`,
        't="b"><v>1</v></c>',
        text('Bogotá D. C.'),
        's="1"><v>45750</v></c>',
        text(`nota ${i}`),
      ]),
    )
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  /** @param {string} id @param {string} kind @param {string} target */
  const relation = (id, kind, target) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`
  return zip({
    '[Content_Types].xml': `<Types xmlns="${packages}/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/><Override PartName="/xl/sharedStrings.xml" ContentType="${type}.sharedStrings+xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${packages}/relationships">${relation('a', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Hoja1" sheetId="1" r:id="a"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${packages}/relationships">${relation('a', 'worksheet', 'worksheets/sheet1.xml')}${relation('b', 'styles', 'styles.xml')}${relation('c', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="0000000000"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst xmlns="${main}" uniqueCount="${shared.size}">${[...shared.keys()].map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><dimension ref="A1:J${count + 1}"/><sheetData>${rows.join('')}</sheetData></worksheet>`,
  })
}

/** @param {Record<string, string>} parts */
function zip(parts) {
  const chunks = []
  const lines = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    lines.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name)]))
    chunks.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(lines.length, 8)
  end.writeUInt16LE(lines.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return new Uint8Array(Buffer.concat([...chunks, directory, end]))
}
