import { describe, expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { readWorkbook } from '../../../src/sheets/files/read-workbook.ts'
import { bytesOf, convertSheet, fixture, rowsXml, unzip, workbook, zip } from '../../support/sheets.ts'

const fields: Field[] = [{ key: 'nombre', label: 'Nombre', type: 'text' }]
const mebibyte = 1024 * 1024
const parts = unzip(workbook({ sheets: { a: rowsXml([['Nombre'], ['Ana']]) } }))
const sheet = 'xl/worksheets/sheet0.xml'

async function refusal(bytes: Uint8Array) {
  let most = 0
  const before = process.memoryUsage().rss
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss - before)
  }, 5)
  const error: unknown = await readWorkbook(bytes, 'x', { fields }).catch((error: unknown) => error)
  clearInterval(watch)
  return {
    code: (error as { code?: string }).code,
    mebibytes: most / mebibyte,
  }
}

describe('zip bombs', { timeout: 20_000 }, () => {
  const bomb = (size: number, fill = 0x20) => new Uint8Array(size).fill(fill)

  test.each<[string, () => Uint8Array]>([
    ['a part of large declared size', () => zip({ ...parts, [sheet]: bomb(150 * mebibyte) })],
    [
      'a large part of small declared size',
      () =>
        zip({ ...parts, [sheet]: bomb(150 * mebibyte) }, (entry) => {
          if (entry.size > mebibyte) entry.size = 1000
        }),
    ],
    ['oversized shared strings', () => zip({ ...parts, 'xl/sharedStrings.xml': bomb(150 * mebibyte, 0x61) })],
    ['a sheet of OpenDocument', () => zip({ ...unzip(fixture('niveles.ods')), 'content.xml': bomb(100 * mebibyte) })],
  ])('rejects %s without unpacking it', async (_, make) => {
    const bytes = make()
    const { code, mebibytes } = await refusal(bytes)
    expect(code).toBe('file.expands')
    expect(mebibytes).toBeLessThan(100)
  })

  test('accepts a sheet of repeated rows', async () => {
    const row = '<row><c t="inlineStr"><is><t>Ana</t></is></c></row>'
    const xml = `<worksheet><sheetData>${row.repeat(50_000)}</sheetData></worksheet>`
    const book = await readWorkbook(zip({ ...parts, [sheet]: xml }), 'x', { fields })
    expect(book.sheets[0]?.count).toBe(50_000)
  })
})

describe('limits of rows and columns', { timeout: 20_000 }, () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => `n${i}`)

  test('accepts 100,000 rows and rejects one more', async () => {
    const csv = (count: number) => bytesOf(`Nombre\n${names(count).join('\n')}\n`)
    expect((await convertSheet(fields, csv(100_000))).overview.total).toBe(100_000)
    await expect(convertSheet(fields, csv(100_001))).rejects.toMatchObject({ code: 'file.rows' })
    await expect(convertSheet(fields, csv(150_000))).rejects.toMatchObject({ code: 'file.rows' })
  })

  test('does not count blank rows', async () => {
    const { overview } = await convertSheet(fields, bytesOf(`Nombre\n${'Ana\n\n'.repeat(60_000)}`))
    expect(overview).toMatchObject({ total: 60_000, ignoredBlank: 60_000 })
  })

  test('accepts 200 columns and rejects one more, without counting empty columns', async () => {
    const csv = (count: number) => bytesOf(`Nombre;${names(count - 1).join(';')}\nAna\n`)
    expect((await convertSheet(fields, csv(200))).summary.columns).toHaveLength(200)
    await expect(convertSheet(fields, csv(201))).rejects.toMatchObject({ code: 'file.columns' })
    await convertSheet(fields, bytesOf(`Nombre${';'.repeat(300)}\nAna${';'.repeat(300)}\n`))
  })

  test('skips a sheet that is too large and keeps the others', async () => {
    const many = `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(100_021)}</sheetData>`
    const bytes = workbook({ sheets: { Mucho: many, Bien: rowsXml([['Nombre'], ['Ana']]) } })
    const { book, overview } = await convertSheet(fields, bytes)
    expect(book.sheets.map(({ problem }) => problem)).toEqual(['file.rows', undefined])
    expect(book.proposed).toBe(1)
    expect(overview.total).toBe(1)
    await expect(readWorkbook(workbook({ sheets: { Mucho: many } }), 'x')).rejects.toMatchObject({ code: 'file.rows' })
  })

  test('accepts 500 sheets and rejects one more before reading them', async () => {
    const names = (count: number) =>
      Array.from({ length: count }, (_, i) => `<sheet name="n${i}" sheetId="${i}" r:id="s0"/>`)
    const book = (count: number) =>
      zip({ ...parts, 'xl/workbook.xml': `<workbook xmlns:r="r"><sheets>${names(count).join('')}</sheets></workbook>` })
    expect((await readWorkbook(book(500), 'x', { fields })).sheets).toHaveLength(500)
    expect((await refusal(book(501))).code).toBe('file.expands')
    expect((await refusal(book(20_000))).code).toBe('file.expands')
  })

  test('accepts 500 OpenDocument sheets and rejects one more', async () => {
    const content = unzip(fixture('niveles.ods'))
    const many = (count: number) => {
      const tables = '<table:table table:name="n"/>'.repeat(count)
      const [head, body] = ['</office:spreadsheet>', '<office:spreadsheet>'].map((tag) =>
        content['content.xml']?.split(tag),
      )
      expect([head?.length, body?.length]).toEqual([2, 2])
      return zip({
        ...content,
        'content.xml': `${body?.[0]}<office:spreadsheet>${tables}</office:spreadsheet>${head?.[1]}`,
      })
    }
    expect((await refusal(many(500))).code).toBe('file.noRows')
    expect((await refusal(many(501))).code).toBe('file.expands')
  })

  test('rejects an OpenDocument row repeated a million times', async () => {
    const content = unzip(fixture('niveles.ods'))
    const xml = content['content.xml'] ?? ''
    const repeated = xml.replace(/<table:table-row /, '<table:table-row table:number-rows-repeated="1000000" ')
    expect(repeated).not.toBe(xml)
    expect((await refusal(zip({ ...content, 'content.xml': repeated }))).code).toBe('file.rows')
  })

  test('rejects a file over 25 MB before reading it', async () => {
    expect((await refusal(new Uint8Array(25 * mebibyte + 1).fill(0x61))).code).toBe('file.size')
  })

  test('rejects overlapping merged cells', async () => {
    const rows = `<sheetData>${'<row><c><v>1</v></c></row>'.repeat(50_000)}</sheetData>`
    const merges = `<mergeCells>${'<mergeCell ref="A1:A50000"/>'.repeat(20_000)}</mergeCells>`
    const { code } = await refusal(workbook({ sheets: { a: rows + merges } }))
    expect(code).toBe('file.damaged')
  })
})
