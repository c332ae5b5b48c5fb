import { expect, test } from 'vitest'
import { parseBatchListSearchParams } from '../../src/batches/list/batch-search.ts'
import { parseEventListSearchParams } from '../../src/history/queries.ts'
import { parsePage } from '../../src/lib/search-params.ts'
import { parseReportSearchParams } from '../../src/reports/report-search.ts'
import { parseRequestListSearchParams } from '../../src/requests/list-search.ts'
import { parseFormatListSearchParams } from '../../src/routes/app/format/-list/format-search.ts'
import { parseRequestEditorSearchParams } from '../../src/routes/app/request/-create/create-search.ts'
import { parseBatchImportSearchParams } from '../../src/routes/app/request/-create-batch/import-search.ts'
import { parseUserListSearchParams } from '../../src/users/user-search.ts'

const id = 'a1b2c3d4e5f6g7h'

test('a page is a number after the first', () => {
  expect([2, '3', 4.7].map(parsePage)).toEqual([2, 3, 4])
  const numbers = [1, 0, -2, Number.NaN, Number.POSITIVE_INFINITY, '1e999', 2 ** 60]
  const wrong = [...numbers, 'x', '', null, undefined, {}, [], true]
  expect(wrong.map(parsePage)).toEqual(wrong.map(() => undefined))
})

test.each([
  [
    'users',
    parseUserListSearchParams,
    { search: ' ana ', state: 'active', role: '_admin', sort: '-name', view: id },
    { search: 'ana', state: 'active', role: '_admin', sort: '-name', view: id },
  ],
  ['users', parseUserListSearchParams, { search: 300, page: 2 }, { search: '300', page: 2 }],
  [
    'batches',
    parseBatchListSearchParams,
    { status: 'ready', format: id, owner: id, from: '2026-01-02', to: '2026-01-03' },
    { status: 'ready', format: id, owner: id, from: '2026-01-02', to: '2026-01-03' },
  ],
  ['batches', parseBatchListSearchParams, { search: 'x'.repeat(101) }, { search: 'x'.repeat(100) }],
  ['requests', parseRequestListSearchParams, { search: 'x'.repeat(201) }, { search: 'x'.repeat(200) }],
  [
    'formats',
    parseFormatListSearchParams,
    { status: 'published', search: 2026 },
    { status: 'published', search: '2026' },
  ],
  [
    'events',
    parseEventListSearchParams,
    { actor: id, subject: 'requests', from: '2026-02-28', search: 12 },
    { actor: id, subject: 'requests', from: '2026-02-28', search: '12' },
  ],
  [
    'report',
    parseReportSearchParams,
    { period: 'dates', from: '2026-01-01', to: '2026-01-31', format: 'cl' },
    { period: 'dates', from: '2026-01-01', to: '2026-01-31', format: 'cl' },
  ],
  ['report', parseReportSearchParams, { period: 'year', from: '2026-01-01' }, { period: 'year' }],
  [
    'editor',
    parseRequestEditorSearchParams,
    { format: id, draft: id, base: id, example: true },
    { format: id, draft: id, base: id, example: true },
  ],
  ['import', parseBatchImportSearchParams, { format: id, draft: id }, { format: id, draft: id }],
] as const)('the parameters of %s keep what is valid', (_, parse, raw, parsed) => {
  expect(parse(raw)).toEqual(parsed)
})

test('the parameters of all pages drop what is invalid', () => {
  const names =
    'page search status state role sort view format owner draft base example actor subject subjectId action period from to'.split(
      ' ',
    )
  const parsers = [
    parseUserListSearchParams,
    parseBatchListSearchParams,
    parseRequestListSearchParams,
    parseFormatListSearchParams,
    parseEventListSearchParams,
    parseReportSearchParams,
    parseRequestEditorSearchParams,
    parseBatchImportSearchParams,
  ]
  for (const value of ["' OR 1=1 --", '  ', '', null, {}, [id], true, '2026-02-31']) {
    const raw = Object.fromEntries(names.map((name) => [name, value]))
    for (const parse of parsers) {
      const { search: _, ...parsed } = parse(raw) as Record<string, unknown>
      expect(
        Object.keys(parsed).filter((name) => !(name === 'example' && value === true)),
        `${parse.name} ${value}`,
      ).toEqual([])
    }
  }
})
