import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { FileReadError, fileErrorMessages, formatFileError } from '../../../src/sheets/files/file-read-error.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { SheetSession } from '../../../src/sheets/worker/sheet-session.ts'
import { bytesOf, context, fixture, rowsXml, unzip, workbook, zip } from '../../support/sheets.ts'

const fields: Field[] = [{ key: 'nombre', label: 'Nombre', type: 'text' }]
const binary = (...parts: (string | number[])[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part as string))))

async function codeOf(bytes: Uint8Array, name = 'datos.xlsx') {
  const error: unknown = await readWorkbook(bytes, name, { fields }).then(
    (book) => book.kind,
    (error: unknown) => error,
  )
  if (typeof error === 'string') return error
  expect(error).toBeInstanceOf(FileReadError)
  expect((error as FileReadError).message).toBe(
    formatFileError((error as FileReadError).code, (error as FileReadError).details),
  )
  return (error as FileReadError).code
}

const compound = (stream: string) =>
  binary([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1], Array(1000).fill(0), [...Buffer.from(stream, 'utf16le')])
const archive = (...names: string[]) => zip(Object.fromEntries(names.map((name) => [name, 'x'])))
const openDocument = (kind: string) => {
  const mimetype = Buffer.from(`application/vnd.oasis.opendocument.${kind}`)
  return zip({ mimetype: new Uint8Array(mimetype), 'content.xml': '<x/>' })
}

describe('detect file type by content', () => {
  test.each<[string, Uint8Array, string]>([
    ['nothing', new Uint8Array(0), 'file.empty'],
    ['a book of Excel 97', fixture('niveles.xls'), 'file.xls'],
    ['a bare BIFF stream', binary([0x09, 0x08, 0x10, 0x00, 0x00, 0x06, 0x05, 0x00]), 'file.xls'],
    ['a book with a password', compound('EncryptedPackage'), 'file.encrypted'],
    ['an old Word document', compound('WordDocument'), 'file.word'],
    ['an old presentation', compound('PowerPoint Document'), 'file.slides'],
    ['a book as binary', archive('xl/workbook.bin'), 'file.xlsb'],
    ['a Word document', archive('[Content_Types].xml', 'word/document.xml'), 'file.word'],
    ['a presentation', archive('ppt/presentation.xml'), 'file.slides'],
    ['Numbers', archive('Index/Document.iwa', 'Metadata/Properties.plist'), 'file.numbers'],
    ['an old Numbers package', archive('Index.zip', 'buildVersionHistory.plist'), 'file.numbers'],
    ['any zip', archive('datos.csv'), 'file.zip'],
    ['RTF', bytesOf('{\\rtf1 hola}'), 'file.word'],
    ['PDF', bytesOf('%PDF-1.7\n1 0 obj'), 'file.pdf'],
    ['PNG', binary([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13]), 'file.image'],
    ['JPEG', binary([0xff, 0xd8, 0xff, 0xe0, 0, 16], 'JFIF', [0]), 'file.image'],
    ['a program', binary('MZ', [0x90, 0, 3, 0, 0, 0, 4, 0, 0xff, 0xff, 0, 0]), 'file.program'],
    ['7z', binary('7z', [0xbc, 0xaf, 0x27, 0x1c, 0, 4]), 'file.zip'],
    ['gzip', binary([0x1f, 0x8b, 8, 0, 0, 0, 0, 0]), 'file.zip'],
    [
      'a web page named as Excel',
      bytesOf('\ufeff\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table>'),
      'file.web',
    ],
    ['a table of a web page', bytesOf('<table border=1><tr><td>Nombre</td></tr></table>'), 'file.web'],
    [
      'XML of Excel 2003',
      bytesOf('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
      'file.web',
    ],
    ['other XML', bytesOf('<?xml version="1.0"?><factura/>'), 'file.unknown'],
    ['a link to Google', bytesOf('{"":"WARNING!","doc_id":"abc","email":"a@b.co"}'), 'file.link'],
    ['zeros', new Uint8Array(5000), 'file.unknown'],
    ['noise', new Uint8Array(5000).map((_, i) => (i * 7919) % 251), 'file.unknown'],
    ['text named as anything', bytesOf('Nombre\nAna'), 'csv'],
    ['a header that begins as a program does', bytesOf('MZ;BM;Nombre\n1;2;Ana'), 'csv'],
    ['a header that begins as an image does', bytesOf('BM;Nombre\n1;Ana'), 'csv'],
    ['a sheet of OpenDocument', fixture('niveles.ods'), 'ods'],
    ['a sheet of Excel', fixture('niveles.xlsx'), 'xlsx'],
  ])('detects %s', async (_, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code)
  })

  test('rejects text documents and presentations of OpenDocument', async () => {
    for (const [kind, code] of [
      ['text', 'file.word'],
      ['presentation', 'file.slides'],
    ] as const) {
      const bytes = openDocument(kind)
      // ODS requires an uncompressed first entry, which the helper cannot write.
      expect(
        await codeOf(binary('PK\x03\x04', ` opendocument.${kind}`.padEnd(60, ' '), [...bytes]).slice(0)),
      ).toSatisfy((found: string) => found === code || found === 'file.damaged')
    }
  })

  test('rejects encrypted workbooks and workbooks with encrypted parts', async () => {
    const encrypted = await writeXlsx({
      sheets: [{ name: 'a', rows: [['Nombre']] }],
      encryption: { password: 'x', spinCount: 1000 },
    })
    expect(await codeOf(encrypted)).toBe('file.encrypted')
    const manifest = '<manifest><file-entry><encryption-data/></file-entry></manifest>'
    expect(await codeOf(zip({ ...unzip(fixture('niveles.ods')), 'META-INF/manifest.xml': manifest }))).toBe(
      'file.encrypted',
    )
  })

  test('states every file error in Spanish', () => {
    for (const [code, sentence] of Object.entries(fileErrorMessages))
      expect(sentence, code).toMatch(/^\p{Lu}[^{}]*(\{line\}[^{}]*)?\.$/u)
  })
})

describe('damaged file', () => {
  const good = workbook({ sheets: { a: rowsXml([['Nombre'], ['Ana']]) } })
  const parts = unzip(good)
  const sheet = 'xl/worksheets/sheet0.xml'
  const withSheet = (xml: string) => zip({ ...parts, [sheet]: xml })
  const without = (bytes: Uint8Array, part: string) =>
    zip(Object.fromEntries(Object.entries(unzip(bytes)).filter(([name]) => name !== part)))
  /** Renames an entry only in the archive's directory. */
  const renamed = (bytes: Uint8Array, from: string, to: string) => {
    const copy = Buffer.from(bytes)
    copy.write(to, copy.lastIndexOf(from))
    return new Uint8Array(copy)
  }

  test('is rejected if cut at any position', async () => {
    for (let length = 4; length < good.length; length += 97)
      expect(await codeOf(good.slice(0, length)), `${length} bytes`).toMatch(/^file\.(damaged|unknown)$/)
  })

  test('is rejected if a byte of a compressed part changed', async () => {
    const at = Buffer.from(good).indexOf(sheet) + sheet.length
    for (const place of [5, 20, 40]) {
      const bytes = good.slice()
      bytes[at + place] = (bytes[at + place] as number) ^ 0x10
      expect(await codeOf(bytes)).toBe('file.damaged')
    }
  })

  test.each<[string, Uint8Array]>([
    ['a sheet that is missing', without(good, sheet)],
    ['styles that are missing', without(good, 'xl/styles.xml')],
    ['styles whose name has one bit turned', renamed(good, 'xl/styles.xml', 'xl/suyles.xml')],
    ['texts that are missing', without(good, 'xl/sharedStrings.xml')],
    ['relations that are missing', without(good, 'xl/_rels/workbook.xml.rels')],
    ['two parts of one name', renamed(good, 'xl/sharedStrings.xml', 'XL/styles.xml\0\0\0\0\0\0\0'.slice(0, 13))],
    ['a sheet of OpenDocument whose content is missing', renamed(fixture('niveles.ods'), 'content.xml', 'bontent.xml')],
    ['one that names a part it lacks', without(fixture('niveles.ods'), 'meta.xml')],
    ['XML that breaks off', withSheet('<worksheet><sheetData><row r="1"><c r="A1"><v>1</v></c')],
    [
      'a number that is none',
      withSheet('<worksheet><sheetData><row r="1"><c r="A1"><v>x</v></c></row></sheetData></worksheet>'),
    ],
    [
      'a shared text that is not there',
      withSheet('<worksheet><sheetData><row><c t="s"><v>9</v></c></row></sheetData></worksheet>'),
    ],
    ['a row without a number', withSheet('<worksheet><sheetData><row r="x"/></sheetData></worksheet>')],
    ['a row beyond the end', withSheet('<worksheet><sheetData><row r="1048577"/></sheetData></worksheet>')],
    [
      'a cell without a column',
      withSheet('<worksheet><sheetData><row r="1"><c r="1"><v>1</v></c></row></sheetData></worksheet>'),
    ],
    ['rows that go back', withSheet('<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>')],
  ])('is rejected with %s', async (_, bytes) => {
    expect(await codeOf(bytes)).toBe('file.damaged')
  })

  test('is rejected if it declares an external entity', async () => {
    const xml =
      '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="str"><v>&e;</v></c></row></sheetData></worksheet>'
    expect(await codeOf(withSheet(xml))).toBe('file.entities')
  })
})

describe('file without data', () => {
  test.each<[string, Uint8Array, string]>([
    ['a csv of line ends', bytesOf('\r\n\r\n'), 'file.noRows'],
    ['only a mark', new Uint8Array([0xef, 0xbb, 0xbf]), 'file.noRows'],
    ['an empty sheet', workbook({ sheets: { a: '<sheetData/>' } }), 'file.noRows'],
    [
      'formatted empties',
      workbook({ sheets: { a: '<sheetData><row r="1"><c r="A1" s="1"/></row></sheetData>' } }),
      'file.noRows',
    ],
    [
      'all sheets hidden',
      workbook({ sheets: { a: rowsXml([['x']]) }, states: { a: 'state="veryHidden"' } }),
      'file.hiddenSheets',
    ],
  ])('rejects %s', async (_, bytes, code) => {
    expect(await codeOf(bytes)).toBe(code)
  })

  test.each<[string, Uint8Array]>([
    ['headers only', bytesOf('Nombre\n')],
    ['headers and blank rows', bytesOf('Nombre;Otro\n;\n;\n')],
    ['headers and rows without any mapped value', bytesOf('Nombre;Otro\n;x\n;y\n')],
  ])('rejects %s during conversion', async (_, bytes) => {
    const session = new SheetSession(fields, context)
    const take = async () => {
      await session.open(bytes, 'x')
      session.chooseSheet({ sheet: 0 })
      return session.convert({ mapping: { 0: 'nombre' } })
    }
    await expect(take()).rejects.toMatchObject({ code: 'file.headersOnly' })
  })
})
