import { expect, test } from 'vitest'
import {
  applySearchChange,
  hasActiveFilter,
  hasQueueFilter,
  parseRequestListSearchParams,
  toRequestFilter,
} from '../../../src/requests/list-search.ts'

test('parses filters of the address and ignores invalid parameters', () => {
  expect(
    parseRequestListSearchParams({
      status: 'submitted',
      page: 3,
      search: 1020304050,
      from: '2026-11-01',
      sort: 'number',
      step: 'jefe',
    }),
  ).toEqual({
    status: 'submitted',
    page: 3,
    search: '1020304050',
    from: '2026-11-01',
    sort: 'number',
    step: 'jefe',
  })
  expect(
    parseRequestListSearchParams({
      status: 'nuevo',
      page: -2,
      from: '01/11/2026',
      format: "x' OR 1=1",
      sort: 'password',
      search: '  ',
      step: 'Jefe del área',
      amount: "'",
    }),
  ).toEqual({})
})

test('omits defaults from the address', () => {
  expect(parseRequestListSearchParams({ page: 1, sort: '-created' })).toEqual({})
})

test('returns to the first page when the filter changes', () => {
  const search = { page: 7, status: 'submitted', sort: 'number' } as const
  expect(applySearchChange(search, { search: 'ana' })).toEqual({ status: 'submitted', sort: 'number', search: 'ana' })
  expect(applySearchChange(search, { status: undefined })).toEqual({ sort: 'number' })
  expect(applySearchChange(search, { page: 8 })).toEqual({ ...search, page: 8 })
})

test('excludes page and sort order from the filter', () => {
  expect(toRequestFilter({ page: 2, sort: 'number', owner: 'a' })).toEqual({ owner: 'a' })
  expect(hasActiveFilter({ page: 2, sort: 'number' })).toBe(false)
  expect(hasActiveFilter({ from: '2026-01-01' })).toBe(true)
})

test('detects a queue that contains only part of the pending requests', () => {
  expect(hasQueueFilter({ status: 'submitted', sort: 'submittedAt', page: 2, at: 'a'.repeat(15) })).toBe(false)
  expect(hasQueueFilter({ format: 'a'.repeat(15) })).toBe(true)
})
