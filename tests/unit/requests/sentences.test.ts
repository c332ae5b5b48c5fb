import { expect, test } from 'vitest'
import type { Field } from '../../../src/domain/fields/field.ts'
import { getFieldErrorMessage } from '../../../src/domain/fields/field-error-message.ts'
import type { Event } from '../../../src/domain/history/event.ts'
import { describeEvent } from '../../../src/domain/history/event-labels.ts'
import { formatNotice, getNoticeLink } from '../../../src/domain/notices/notice-text.ts'
import type { RouteStageState } from '../../../src/domain/requests/request-route.ts'
import type { User } from '../../../src/domain/users/user.ts'
import {
  describeApprovalEffect,
  formatQuestion,
  getReasonStorageKey,
  setExpectedRequestCount,
} from '../../../src/requests/action-question.ts'
import {
  formatActionResult,
  formatShortResult,
  formatSingleActionResult,
  getResultTone,
} from '../../../src/requests/action-result.ts'
import { listFormErrors } from '../../../src/requests/form/form-error-summary.ts'
import { formatApprovers } from '../../../src/requests/format-approvers.ts'
import { askAboutSelection } from '../../../src/requests/list/selection.ts'
import { formatReturnNotesAsComment } from '../../../src/requests/return-notes.tsx'

const field = (change: Partial<Field>): Field => ({ key: 'x', label: 'Equis', type: 'text', ...change })

const standing = (
  state: RouteStageState['state'],
  name: string,
  change: Partial<RouteStageState> = {},
): RouteStageState => ({
  ...{
    position: 1,
    name,
    state,
    manager: null,
    isManagerHidden: false,
    group: '',
    people: ['Luz'],
    absent: [],
    vacant: false,
    all: false,
  },
  decisions: [],
  ...change,
})

test('states the next step in the approval question, or that the step is the last', () => {
  const [now, both] = [standing('current', 'Jefe'), { all: true, people: ['Luz', 'Rosa'] }]
  expect(describeApprovalEffect([now])).toBe(
    'Es el último paso: se genera el documento numerado y queda disponible para el solicitante.',
  )
  expect(describeApprovalEffect([now, standing('skipped', 'Gerencia')])).toMatch(/^Es el último paso/)
  expect(describeApprovalEffect([standing('passed', 'Área'), now, standing('waiting', 'Tesorería')])).toBe(
    'Después pasa al paso «Tesorería».',
  )
  expect(describeApprovalEffect([standing('current', 'Jefe', both)])).toBe(
    'Cuando la aprueben todas las personas de este paso, se genera el documento numerado.',
  )
  expect(describeApprovalEffect([standing('current', 'Jefe', both), standing('waiting', 'Pago')])).toBe(
    'Cuando la aprueben todas las personas de este paso, pasa al paso «Pago».',
  )
  expect(describeApprovalEffect(undefined)).toBe(
    'Pasa al paso siguiente. Si era el último, se genera el documento numerado.',
  )
})

test.each([
  [{}, 'Decide Luz.'],
  [{ group: 'Compras', people: [] }, 'Puede decidir cualquier persona de Compras.'],
  [{ group: 'Compras', people: [], vacant: true }, 'Decide un administrador: nadie de Compras puede hacerlo.'],
  [{ vacant: true }, 'Decide un administrador: nadie de este paso puede hacerlo.'],
  [{ absent: [{ name: 'Luz', substitute: 'Rosa' }] }, 'Decide Rosa en lugar de Luz.'],
  [{ people: ['Luz', 'Ana'], absent: [{ name: 'Luz', substitute: '' }] }, 'Decide Ana.'],
  [
    { people: ['Luz', 'Ana'], all: true, absent: [{ name: 'Luz', substitute: '' }] },
    'Deben aprobar: un administrador en lugar de Luz, Ana.',
  ],
  [{ manager: 'Sol' }, 'Decide Sol, jefe inmediato.'],
  [{ manager: '', isManagerHidden: true }, 'Decide el jefe inmediato.'],
  [{ manager: '' }, 'Sin jefe inmediato que pueda decidir. Decide Luz.'],
  [
    { manager: '', group: 'Compras', people: [], vacant: true },
    'Sin jefe inmediato que pueda decidir. Decide un administrador: nadie de Compras puede hacerlo.',
  ],
])('names who decides a stage %j: %s', (change, sentence) => {
  expect(formatApprovers(standing('current', 'Jefe', change))).toBe(sentence)
})

test('states the result for one document by its status', () => {
  const outcome = { changed: ['a'], skipped: [] }
  expect(formatSingleActionResult('issue', outcome)).toBe(
    'El documento es definitivo y se está generando sin la marca.',
  )
  expect(formatSingleActionResult('issue', outcome, 'ready')).toBe('El documento es definitivo y ya no lleva la marca.')
  expect(formatSingleActionResult('regenerate', outcome, 'ready')).toBe('El documento nuevo está listo.')
  expect(formatSingleActionResult('regenerate', outcome, 'failed')).toBe('El documento no se pudo generar.')
  expect(formatSingleActionResult('approve', outcome, 'ready')).toBe('Solicitud aprobada.')
})

test('states the broken bound in the error', () => {
  expect(getFieldErrorMessage(field({ min: 3, max: 120 }), 'length', [])).toBe('Escriba entre 3 y 120 caracteres.')
  expect(getFieldErrorMessage(field({ type: 'integer', min: 1, max: 365 }), 'max', [])).toBe('Debe ser 365 o menos.')
  expect(getFieldErrorMessage(field({ type: 'money', currency: 'COP', min: '0', max: '0' }), 'max', [])).toBe(
    'Debe ser $ 0,00.',
  )
  expect(getFieldErrorMessage(field({ type: 'choices', min: 2 }), 'min', [])).toBe(
    'Se necesitan 2 opciones como mínimo.',
  )
  const start = field({ key: 'inicio', label: 'Fecha de inicio', type: 'date' })
  expect(getFieldErrorMessage(field({ type: 'date', min: '@inicio' }), 'min', [start])).toBe(
    'No puede ser anterior a «Fecha de inicio».',
  )
})

test('names the extension of a rejected file and suggests JPG for photos', () => {
  const refused = (name: string, change: Partial<Field> = {}) =>
    getFieldErrorMessage(field({ type: 'file', ...change }), 'attachment.kind', [], name)
  expect(refused('Foto.HEIC')).toBe('Aquí no se reciben archivos .heic. Si es una foto, guárdela como JPG.')
  expect(refused('Foto.heic', { accepts: ['pdf'] })).toBe('Aquí no se reciben archivos .heic.')
  expect(refused('nota.exe')).toBe('Aquí no se reciben archivos .exe.')
  expect(refused('sin nombre')).toBe('Aquí no se reciben archivos de ese tipo.')
  expect(refused('a.pdf; b.exe')).toBe('Aquí no se reciben archivos de ese tipo.')
})

test('lists errors in the order of the form, cell by cell', () => {
  const items = field({
    key: 'items',
    label: 'Ítems',
    type: 'table',
    columns: [
      { key: 'a', label: 'A', type: 'text' },
      { key: 'b', label: 'B', type: 'integer' },
    ],
  })
  const found = listFormErrors([field({ key: 'nombre', label: 'Nombre' }), items], {
    'items.10.a': 'required',
    'items.2.b': 'number',
    'items.2.a': 'required',
    nombre: 'required',
  })
  expect(found.map((line) => line.name)).toEqual(['nombre', 'items.2.a', 'items.2.b', 'items.10.a'])
  expect(found[2]?.message).toBe('Ítems, fila 3, B: Escriba un número, por ejemplo 1.234,56.')
})

test('summarizes a bulk action in one sentence, with the most frequent cause first', () => {
  const skipped = [
    { id: '1', code: 'request.notFound', message: 'La solicitud no existe.' },
    { id: '2', code: 'request.transition', message: 'Esta acción no es posible en el estado actual de la solicitud.' },
    { id: '3', code: 'request.transition', message: 'Esta acción no es posible en el estado actual de la solicitud.' },
  ]
  expect(formatActionResult('approve', { changed: ['a', 'b'], skipped: [] })).toBe('2 solicitudes aprobadas.')
  expect(formatActionResult('reject', { changed: ['a'], skipped: skipped.slice(0, 1) })).toBe(
    '1 solicitud rechazada. 1 quedó como estaba: la solicitud no existe.',
  )
  expect(formatActionResult('approve', { changed: [], skipped })).toBe(
    'Ninguna solicitud cambió. 3 quedaron como estaban: 2 porque esta acción no es posible en el estado actual de la solicitud; 1 porque la solicitud no existe.',
  )
})

test("states a bulk approval as the user's own if further steps may follow", () => {
  const me = { id: 'me', role: '' } as unknown as User
  const choice = { all: true, search: { mine: 'decide' }, total: 30, except: [] } as const
  expect(askAboutSelection(choice, 'approve', me).isAtStep).toBe(true)
  expect(formatActionResult('approve', { changed: ['a', 'b'], skipped: [] }, true)).toBe(
    '2 solicitudes aprobadas por usted. Si falta otro paso, pasan a él.',
  )
  expect(formatActionResult('reject', { changed: ['a', 'b'], skipped: [] }, true)).toBe('2 solicitudes rechazadas.')
  expect(formatShortResult('approve', 30)).toBe('30 aprobadas')
  expect(formatShortResult('approve', 30, true)).toBe('30 aprobadas por usted')
})

test('links notices of pending decisions to the pending list', () => {
  const notice = { subjectId: '', count: 2, details: {} }
  expect(getNoticeLink({ kind: 'waiting', ...notice })).toEqual({ to: '/app/request', search: { mine: 'decide' } })
  expect(getNoticeLink({ kind: 'overdue', ...notice }).search).toEqual({ mine: 'decide', due: 'overdue' })
})

test('describes and links calls for the final document and substitutions', () => {
  const asked = {
    kind: 'finalRequested',
    subjectId: 'abc',
    details: { by: 'Ana Ruiz', number: 'CL-2026-000012' },
  } as const
  expect(formatNotice({ ...asked, count: 1 })).toBe('Ana Ruiz pide el documento definitivo de CL-2026-000012.')
  expect(getNoticeLink({ ...asked, count: 1 }).to).toBe('/app/request/abc')
  expect(formatNotice({ ...asked, count: 1200 })).toBe(
    'Piden el documento definitivo de 1.200 solicitudes; la última es CL-2026-000012, de Ana Ruiz.',
  )
  expect(getNoticeLink({ ...asked, count: 1200 }).search).toEqual({ documentKind: 'preliminary' })
  const days = { by: 'Ana Ruiz', from: '2026-12-01', to: '2026-12-05' }
  const named = { kind: 'substitution', subjectId: '', count: 1 } as const
  expect(formatNotice({ ...named, details: days })).toBe(
    'Usted decide en lugar de Ana Ruiz desde el 1 de diciembre de 2026 hasta el 5 de diciembre de 2026.',
  )
  expect(formatNotice({ ...named, details: { ...days, to: days.from } })).toBe(
    'Usted decide en lugar de Ana Ruiz el 1 de diciembre de 2026.',
  )
})

test('describes events with step, substituted user, provider and key', () => {
  const line = (event: Partial<Event>) =>
    describeEvent({ subject: 'requests', to: '', details: null, ...event } as Event)
  expect(line({ action: 'undo' })).toBe('deshizo la decisión')
  const linked = { provider: 'Google', key: 'Nómina' }
  expect(line({ subject: 'users', action: 'link', details: linked })).toBe(
    'vinculó una cuenta de Google con la clave «Nómina»',
  )
  const at = { step: 'Compras', inPlaceOf: ['Ana Ruiz'] }
  expect(line({ action: 'approve', to: 'submitted', details: at })).toBe(
    'aprobó el paso «Compras», en lugar de Ana Ruiz',
  )
  const vacant = { step: 'Compras', vacant: true, key: 'Nómina' }
  expect(line({ action: 'reject', to: 'rejected', details: vacant })).toBe(
    'rechazó la solicitud en el paso «Compras», como administrador con la clave «Nómina»',
  )
})

test('shows success only if every request changed', () => {
  const skipped = [
    { id: '1', code: 'request.transition', message: 'Esta acción no es posible en el estado actual de la solicitud.' },
  ]
  expect(getResultTone({ changed: ['a'], skipped: [] })).toBe('success')
  expect(getResultTone({ changed: ['a'], skipped })).toBe('warning')
  expect(getResultTone({ changed: [], skipped })).toBe('warning')
  expect(getResultTone({ changed: [], skipped: [] })).toBe('warning')
})

test('asks about a single request by its number, about several by their count', () => {
  const one = { ids: ['a'], name: 'SOL-2026-000007' }
  expect(formatQuestion({ action: 'return', targets: one })).toBe('¿Devolver SOL-2026-000007?')
  const many = { filter: {}, expected: 1234 }
  expect(formatQuestion({ action: 'approve', targets: many })).toBe('¿Aprobar 1.234 solicitudes?')
  expect(formatQuestion({ action: 'annul', targets: many })).toBe('¿Anular el documento de 1.234 solicitudes?')
})

test('updates the expected count of a filter and keeps its reason', () => {
  const ofStatus = (status: 'submitted' | 'approved') =>
    ({ action: 'annul', targets: { filter: { status }, expected: 12 }, reason: 'required' }) as const
  const asked = ofStatus('approved')
  const again = setExpectedRequestCount(asked, 3012)
  expect(again).toEqual({
    action: 'annul',
    targets: { filter: { status: 'approved' }, expected: 3012 },
    reason: 'required',
  })
  expect(asked.targets.expected).toBe(12)
  expect(getReasonStorageKey(again)).toBe(getReasonStorageKey(asked))
  expect(getReasonStorageKey(ofStatus('submitted'))).not.toBe(getReasonStorageKey(asked))
})

test('keeps the selected ids and stores the reason by them', () => {
  const asked = { action: 'cancel', targets: { ids: ['a', 'b'] }, reason: 'required' } as const
  const question = { ...asked, targets: { ids: [...asked.targets.ids] } }
  expect(setExpectedRequestCount(question, 7)).toEqual(asked)
  expect(getReasonStorageKey(question)).not.toBe(getReasonStorageKey({ ...question, targets: { ids: ['a'] } }))
  expect(getReasonStorageKey(question)).not.toBe(getReasonStorageKey({ ...question, targets: { ids: ['c', 'b'] } }))
})

test('stores the reason separately for each revision', () => {
  const ofRound = (revision: number) =>
    ({ action: 'return', targets: { ids: ['a'], revision }, reason: 'required' }) as const
  const keyOfRevision = (revision: number) =>
    getReasonStorageKey({ ...ofRound(revision), targets: { ids: ['a'], revision } })
  expect(keyOfRevision(0)).toBe(keyOfRevision(0))
  expect(keyOfRevision(1)).not.toBe(keyOfRevision(0))
})

test('converts a decision that came too late into a comment with its notes by field', () => {
  const fields = [{ key: 'cargo', label: 'Cargo', type: 'text' }] as const
  expect(formatReturnNotesAsComment(' Falta la firma. ', { cargo: ' Está mal. ', otro: ' ' }, fields)).toBe(
    'Falta la firma.\nCargo: Está mal.',
  )
  expect(formatReturnNotesAsComment('', { cargo: 'Está mal.' }, fields)).toBe('Cargo: Está mal.')
  expect(formatReturnNotesAsComment(' ', {}, fields)).toBe('')
})
