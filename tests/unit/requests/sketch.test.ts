import { expect, it } from 'vitest'
import { defaultPage } from '../../../src/domain/page.ts'
import { sketchOf } from '../../../src/requests/sketch.ts'

it('a request that waits is signed by whoever reads it and may decide it; a draft by whoever is named', () => {
  const version = {
    fields: [],
    body: 'Hola',
    signatures: [{ by: 'organisation' as const }, { by: 'approver' as const }],
    signatories: [
      { id: 'organisation', name: 'Clara Rojas', post: 'Directora', idDocument: '' },
      { id: 'approving', name: 'Darío Mesa', post: 'Gerente', idDocument: '' },
      { id: 'approving organisation', name: 'Darío Mesa', post: 'Gerente', idDocument: '' },
    ],
  }
  const organisation = { name: 'Casa', id: '', city: '', address: '', phone: '', web: '', logo: '', page: defaultPage }
  const signing = (isWaiting: boolean) =>
    JSON.stringify(
      sketchOf({ version, values: {}, organisation, owner: 'Ana', decided: '2026-05-05', isWaiting }).signatures,
    )
  expect(signing(true)).not.toContain('Clara Rojas')
  expect(signing(true).match(/Darío Mesa/g)).toHaveLength(2)
  expect(signing(false)).toContain('Clara Rojas')
  expect(signing(false)).toContain('(quien apruebe)')
  expect(signing(false)).not.toContain('Darío Mesa')
})
