import { expect, it } from 'vitest'
import { toPlainText } from '../../../src/domain/documents/blocks.ts'
import { defaultPageSetup } from '../../../src/domain/documents/page.ts'
import { buildPreviewModel } from '../../../src/requests/preview-model.ts'

it("previews the viewer's signature if they may decide, and otherwise the named signatory", () => {
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
  const organisation = {
    name: 'Casa',
    id: '',
    city: '',
    address: '',
    phone: '',
    web: '',
    logo: '',
    page: defaultPageSetup,
  }
  const given = { version, values: {}, organisation, owner: 'Ana', decided: '2026-05-05' }
  const signatures = (isWaiting: boolean, pictures = {}) =>
    buildPreviewModel({ ...given, isWaiting, pictures }).signatures
  const signing = (isWaiting: boolean) =>
    signatures(isWaiting)
      .map(({ lines }) => lines.map(toPlainText).join(', '))
      .join('; ')
  expect(signing(true)).not.toContain('Clara Rojas')
  expect(signing(true).match(/Darío Mesa/g)).toHaveLength(2)
  expect(signing(false)).toContain('Clara Rojas')
  expect(signing(false)).toContain('(quien apruebe)')
  expect(signing(false)).not.toContain('Darío Mesa')
  expect(signing(true)).toContain('Aprobado electrónicamente por Darío Mesa, el 5 de mayo de 2026, Gerente')
  const scan = { src: 'data:image/png;base64,AA==', width: 300, height: 100 }
  const [own] = signatures(true, { 'approving organisation': scan })
  expect(own).toMatchObject({ image: scan })
  expect(own?.lines.map(toPlainText)).toEqual(['Darío Mesa', 'Gerente'])
  const signer = { caption: '', name: 'Darío Mesa', post: 'Gerente', document: '', image: 'k1' }
  const signed = { decidedAt: '2026-05-05 10:00:00.000Z', approver: 'Darío Mesa', signers: [signer] }
  expect(buildPreviewModel({ ...given, signed, pictures: { k1: scan } }).signatures).toMatchObject([{ image: scan }])
})
