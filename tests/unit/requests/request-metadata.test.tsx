import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Request } from '../../../src/domain/requests/request-output.ts'
import { RequestMetadata } from '../../../src/requests/detail/request-metadata.tsx'

test.each([
  [2020, 'Venció el 2 de dic de 2020'],
  [2199, 'Vence el 2 de dic de 2199'],
])('names the last day of a deadline in %i', (year, expected) => {
  // The deadline ends at midnight in Baja California, which is 8 hours behind UTC.
  const dueAt = `${year}-12-03 08:00:00.000Z`
  const request = { status: 'submitted', created: dueAt, submittedAt: dueAt, dueAt, finality: '', annulledAt: '' }
  expect(
    renderToStaticMarkup(
      <RequestMetadata request={request as Request} settings={{ country: 'MX', timeZone: 'MX-NOR' }} />,
    ),
  ).toContain(expected)
})
