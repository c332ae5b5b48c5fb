import { describe, expect, it } from 'vitest'
import { detectAttachmentKind } from '../../src/domain/attachments/attachment-content.ts'
import { sanitizeFileName } from '../../src/domain/attachments/safe-file-name.ts'
import type { Field } from '../../src/domain/fields/field.ts'
import { formatValue, validateValues } from '../../src/domain/fields/values.ts'
import { validateFormat } from '../../src/domain/formats/format-check.ts'
import { aDocx, aPdf, aPicture, aZip } from '../support/attachments.ts'

const kindOf = (bytes: Buffer) =>
  detectAttachmentKind({ size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) })

const jpeg = (width: number, height: number, before = Buffer.alloc(0)) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    before,
    Buffer.from([0xff, 0xc0, 0, 17, 8, height >> 8, height & 255, width >> 8, width & 255]),
    Buffer.from('03011100021100031100', 'hex'),
    Buffer.from([0xff, 0xd9]),
  ])
const segment = (length: number) =>
  Buffer.concat([Buffer.from([0xff, 0xe1, length >> 8, length & 255]), Buffer.alloc(length - 2)])
const webp = Buffer.concat([
  Buffer.from('RIFF\x1a\0\0\0WEBPVP8 ', 'latin1'),
  Buffer.from([14, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 4, 0, 3, 0, 0, 0, 0, 0]),
])

describe('detect attachment kind', () => {
  it.each([
    ['pdf', aPdf()],
    ['png', aPicture()],
    ['jpeg', jpeg(40, 30)],
    ['jpeg', jpeg(40, 30, Buffer.concat([segment(65_535), segment(65_535)]))],
    ['webp', webp],
    ['docx', aDocx()],
    ['xlsx', aZip({ '[Content_Types].xml': '<Types/>', 'xl/workbook.xml': '<workbook/>' })],
    ['pptx', aZip({ '[Content_Types].xml': '<Types/>', 'ppt/presentation.xml': '<p/>' })],
    ['odt', aZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '<office/>' })],
    ['ods', aZip({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<office/>' })],
  ])('recognizes the content of %s', (kind, bytes) => expect(kindOf(bytes)).toBe(kind))

  it.each([
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
    ['a drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a script', Buffer.from('#!/bin/sh\nrm -rf /\n')],
    ['a program', Buffer.from('MZ\x90\0', 'latin1')],
    ['nothing', Buffer.alloc(0)],
    ['an encrypted or old document of Office', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a PDF that was cut', aPdf(400, 'endobj')],
    ['a PDF followed by a page', Buffer.concat([aPdf(), Buffer.from('<html><script>1</script>')])],
    ['a PDF followed by an archive', Buffer.concat([aPdf(), aDocx()])],
    ['a page before a PDF', Buffer.concat([Buffer.from('<html>'), aPdf()])],
    ['a program before an archive', Buffer.concat([Buffer.from('MZ\x90\0', 'latin1'), aDocx()])],
    ['an archive followed by other data', Buffer.concat([aDocx(), Buffer.from('<html>')])],
    ['an archive that is no document', aZip({ 'nota.txt': 'Hola' })],
    ['macros', aDocx({ 'word/vbaProject.bin': 'x' })],
    [
      'macros of OpenDocument',
      aZip({ mimetype: 'application/vnd.oasis.opendocument.text', 'Basic/Standard/a.xml': 'x' }),
    ],
    ['a program in a document', aDocx({ 'word/embeddings/factura.exe': 'x' })],
    ['a path outside the archive', aDocx({ '../../etc/passwd': 'x' })],
    ['two document types in one archive', aDocx({ 'xl/workbook.xml': 'x' })],
    [
      'an archive that unpacks to a terabyte',
      aZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': 'x' }, (entry) =>
        entry.name.startsWith('word') ? { ...entry, size: 2 ** 31, packed: 1 } : entry,
      ),
    ],
    [
      'overlapping entries',
      aZip({ '[Content_Types].xml': '<Types/>', 'word/document.xml': 'x' }, (entry) => ({ ...entry, offset: 0 })),
    ],
    ['a picture of 900 million pixels', jpeg(30_000, 30_000)],
    ['a picture without pixels', jpeg(0, 30)],
  ])('rejects %s', (_, bytes) => expect(kindOf(bytes)).toBeNull())
})

describe('sanitize file name', () => {
  it.each([
    ['Factura N.º 12.pdf', 'pdf', 'Factura N.º 12.pdf'],
    ['../../etc/passwd', 'pdf', 'passwd.pdf'],
    ['C:\\Users\\ana\\cédula.JPG', 'jpeg', 'cédula.JPG'.replace('JPG', 'jpg')],
    ['factura.exe', 'pdf', 'factura.exe.pdf'],
    ['foto.pdf', 'jpeg', 'foto.pdf.jpg'],
    ['factura\u202Efdp.exe', 'pdf', 'facturafdp.exe.pdf'],
    ['=HYPERLINK(1).pdf', 'pdf', 'HYPERLINK(1).pdf'],
    ['a\r\nSet-Cookie: x.pdf', 'pdf', 'a Set-Cookie_ x.pdf'],
    ['a";b<c>.pdf', 'pdf', 'a__b_c_.pdf'],
    ['con.pdf', 'pdf', '_con.pdf'],
    ['CON .pdf', 'pdf', '_CON.pdf'],
    ['lpt¹.pdf', 'pdf', '_lpt¹.pdf'],
    ['CONIN$', 'pdf', '_CONIN$.pdf'],
    ['consulta 1.pdf', 'pdf', 'consulta 1.pdf'],
    ['   ..', 'png', 'archivo.png'],
    ['📎 nota.pdf', 'pdf', '_ nota.pdf'],
  ] as const)('returns a safe name for %j', (given, kind, name) => expect(sanitizeFileName(given, kind)).toBe(name))

  it('limits the name to 120 characters', () => {
    expect(sanitizeFileName(`${'x'.repeat(500)}.pdf`, 'pdf')).toHaveLength(120)
  })
})

const soportes: Field = { key: 'soportes', label: 'Soportes', type: 'file' }
const context = { today: '2026-11-20', country: 'CO' }
const file = (n: number, change = {}) => ({
  id: `a${String(n).padStart(14, '0')}`,
  name: `f${n}.pdf`,
  size: 10,
  ...change,
})
const errorOf = (field: Partial<Field>, value: unknown) =>
  validateValues([{ ...soportes, ...field }], { soportes: value }, context).errors.soportes

describe('file field', () => {
  it('keeps id, name and size of each file, without duplicates', () => {
    const given = { soportes: [{ ...file(1), path: '/etc' }, file(1), file(2)] }
    expect(validateValues([soportes], given, context)).toMatchObject({
      errors: {},
      values: { soportes: [file(1), file(2)] },
    })
  })
  it.each([
    ['max', {}, Array.from({ length: 11 }, (_, n) => file(n))],
    ['max', { max: 1 }, [file(1), file(2)]],
    ['min', { min: 2 }, [file(1)]],
    ['required', { required: true }, []],
    ['attachment.size', {}, [file(1, { size: 10_485_761 })]],
    ['attachment.size', { megabytes: 1 }, [file(1, { size: 1_048_577 })]],
    ['attachment.kind', {}, [file(1, { name: 'a.exe' })]],
    ['attachment.kind', { accepts: ['image'] }, [file(1)]],
    ['invalid', {}, 'f1.pdf'],
    ['invalid', {}, [{ id: '../../x', name: 'a.pdf', size: 1 }]],
    ['invalid', {}, [file(1, { size: '10' })]],
    ['invalid', {}, [null]],
  ] as [string, Partial<Field>, unknown][])('rejects an invalid value with %s: %j', (code, field, value) =>
    expect(errorOf(field, value)).toBe(code),
  )
  it('formats the value as a list of file names', () => {
    const value = [file(1), file(2), file(3)]
    expect(formatValue(soportes, value)).toBe('f1.pdf; f2.pdf; f3.pdf')
    expect(formatValue(soportes, value, 'largo')).toBe('f1.pdf, f2.pdf y f3.pdf')
  })
  it('validates its settings when the format is published', () => {
    const errors = (field: Partial<Field>) =>
      validateFormat({ fields: [{ ...soportes, ...field }], body: '{{soportes|lista}}' }, context)
    expect(errors({ max: 3, megabytes: 5, accepts: ['pdf'] })).toEqual({})
    expect(errors({ max: 11 })).toEqual({ 'fields.0.max': 'format.bound' })
    expect(errors({ megabytes: 11 })).toEqual({ 'fields.0.megabytes': 'format.setting' })
    expect(errors({ type: 'text', megabytes: 2 })).toMatchObject({ 'fields.0.megabytes': 'format.setting' })
    expect(errors({ type: 'table', columns: [soportes] })).toMatchObject({ 'fields.0.columns': 'format.columns' })
  })
})
