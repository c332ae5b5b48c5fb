import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Request } from '../../../src/domain/requests/request.ts'
import { RequestMetadata } from '../../../src/requests/detail/request-metadata.tsx'

test.each([
  [2020, 'Venció el 2 de dic de 2020'],
  [2199, 'Vence el 2 de dic de 2199'],
])('names the last day of a deadline in %i', (year, expected) => {
  // The deadline ends at midnight.
  const dueAt = new Date(year, 11, 3).toISOString().replace('T', ' ')
  const request = { status: 'submitted', created: dueAt, submittedAt: dueAt, dueAt, finality: '', annulledAt: '' }
  expect(renderToStaticMarkup(<RequestMetadata request={request as Request} />)).toContain(expected)
})
