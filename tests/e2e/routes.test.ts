import { expect, test } from 'vitest'
import { createExampleValues } from '../../src/domain/fields/examples.ts'
import type { Value } from '../../src/domain/fields/field.ts'
import type { Format } from '../../src/domain/formats/format.ts'
import type { NoticePage } from '../../src/domain/notices/notice-output.ts'
import { formatOf } from '../support/batch.ts'
import { barriers, browser, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { formatStep, nextCode, requests, settled, take } from '../support/requests.ts'

const [admin, ana, chief, buyer, treasurer, substitute] = await Promise.all([
  anAdmin(),
  aUser({ name: 'Ana Güell' }),
  aUser({ name: 'Jimena Ortiz Jefe' }),
  aUser({ name: 'Carlos Compras' }),
  aUser({ name: 'Irene Finanzas' }),
  aUser({ name: 'Simón Reemplazo' }),
])

const at = (person: Person, path: string) => openPageAs(browser, person, path)

/** Accessibility violations found on any of these screens. */
const found: string[] = []

const group = (name: string, person: Person) =>
  admin.pb.collection('groups').create({ name: `${name} ${person.id}`, members: [person.id] })

/**
 * Adds approval steps in the editor: the requester's manager, the buyers, and the treasury for amounts of ten million
 * or more.
 */
async function withSteps(format: Format, [buyers, treasury]: string[]) {
  const page = await at(admin, `/app/format/${format.id}`)
  let loadGroups = () => {}
  const held = new Promise<void>((resolve) => {
    loadGroups = resolve
  })
  await page.route('**/api/collections/groups/records*', (route) => held.then(() => route.continue()))
  await page.reload()
  await page.getByRole('tab', { name: /^Aprobación/ }).click()
  const add = page.getByRole('button', { name: 'Agregar paso' })
  const step = (place: number) => page.getByRole('listitem').filter({ hasText: `Paso ${place}` })
  for (const name of ['Finanzas', 'Jefe del área', 'Compras']) {
    await add.press('Enter')
    await page.waitForFunction(() => document.activeElement?.id.endsWith('-name'))
    await page.keyboard.type(name)
  }
  // A step that is added before the groups are loaded asks for a group too.
  loadGroups()
  await page.getByRole('button', { name: 'Bajar el paso 1' }).press('Enter')
  await page.getByRole('button', { name: 'Bajar el paso 2' }).press('Enter')
  expect(
    await page.getByLabel('Nombre del paso').evaluateAll((all) => all.map((each) => (each as HTMLInputElement).value)),
  ).toEqual(['Jefe del área', 'Compras', 'Finanzas'])
  await step(1).getByText('Personas determinadas').click()
  await step(1).getByText('Este dato es obligatorio.').waitFor()
  await step(1).getByRole('combobox', { name: 'Agregar una persona' }).pressSequentially(chief.name)
  await page.getByRole('option', { name: chief.name }).first().click()
  await step(1)
    .getByRole('button', { name: `Quitar a ${chief.name}` })
    .press('Enter')
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Agregar una persona')
  await page.keyboard.type(chief.name)
  await page.getByRole('option', { name: chief.name }).first().click()
  await step(2)
    .getByLabel('Grupo', { exact: true })
    .selectOption({ label: buyers ?? '' })
  await step(3)
    .getByLabel('Grupo', { exact: true })
    .selectOption({ label: treasury ?? '' })
  await step(3).getByLabel('Cuándo', { exact: true }).selectOption({ label: 'Según «Total»' })
  await step(3).getByLabel('Valor', { exact: true }).fill('10.000.000')
  await step(3).getByText('Solo si Total es al menos 10.000.000.').waitFor()
  found.push(...(await barriers(page)))
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Formato publicado.').waitFor()
  // Discarded changes are not shown any more.
  const value = step(3).getByLabel('Valor', { exact: true })
  await value.fill('77')
  await page.getByRole('button', { name: 'Descartar los cambios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Descartar' }).click()
  await step(3).getByText('es al menos 10.000.000.').waitFor()
  expect(await value.inputValue()).toContain('10.000.000')
  await page.context().close()
}

test('an order of 12,000,000 passes three steps, is returned once and approved by a substitute', async () => {
  const [buyers, treasury] = await Promise.all([group('Compras', buyer), group('Finanzas', treasurer)])
  const copied = { code: nextCode(), name: 'Orden de compra con pasos' }
  const format = await formatStep(admin, { id: await formatOf(admin.pb, 'OC') }, 'copy', copied)
  await withSteps(format, [buyers.name, treasury.name])
  const day = new Date(Date.now() - 5 * 3_600_000).toISOString().slice(0, 10)
  await treasurer.pb
    .collection('substitutions')
    .create({ person: treasurer.id, substitute: substitute.id, from: day, to: day })

  const example = createExampleValues(format.fields, { today: day, country: 'CO' })
  const [line] = example.items as Record<string, Value>[]
  const items = [{ ...line, cantidad: '1', valor_unitario: '12000000.00', iva_pct: '0' }]
  const { id } = await requests(ana).create({ format: format.id, values: { ...example, items } })
  await take(ana, 'submit', { ids: [id] })
  const { number } = await requests(ana).getOne(id)

  // The manager finds the request in the list and returns it with notes on two fields.
  const first = await at(chief, '/app/request')
  await first.getByRole('link', { name: 'Pendientes de mi decisión' }).click()
  await first.getByRole('link', { name: number }).first().click()
  await first.getByText(`Orden de compra con pasos, de ${ana.name}`).waitFor()
  await first.getByRole('listitem').filter({ hasText: 'Jefe del área' }).getByText('Ahora').waitFor()
  found.push(...(await barriers(first)))
  await first.getByRole('button', { name: 'Devolver' }).click()
  const returning = first.getByRole('dialog')
  await returning.getByLabel('Qué debe corregir').fill('Faltan datos del proveedor.')
  for (const field of ['Contacto', 'Cotización']) {
    await returning.getByRole('button', { name: 'Nota en un campo' }).click()
    await first.getByRole('menuitem', { name: field }).click()
    await returning.getByRole('textbox', { name: `Nota en «${field}»` }).fill(`Revise ${field}.`)
  }
  await returning.getByRole('button', { name: 'Devolver' }).click()
  await first.getByText('Solicitud devuelta.').waitFor()

  const own = await at(ana, `/app/request/${id}`)
  await own.getByText('Revise Contacto.').first().waitFor()
  await own.getByText('Revise Cotización.').first().waitFor()
  await requests(ana).update(id, { values: { ...example, items, contacto: 'Otra Persona', cotizacion: 'COT-9' } })
  await take(ana, 'submit', { ids: [id] })

  // The changes are shown on the page where the manager decides again.
  await first.goto(`/app/request/${id}`)
  await first.getByRole('heading', { name: 'Qué cambió' }).waitFor()
  await first.getByText('Otra Persona').first().waitFor()
  await first.getByText('COT-9').first().waitFor()
  await first.getByRole('button', { name: 'Aprobar' }).click()
  await first.getByRole('dialog').getByText('Después pasa al paso «Compras».').waitFor()
  await first.getByRole('dialog').getByRole('button', { name: 'Aprobar' }).click()
  await first.getByText('Paso aprobado.').waitFor()

  for (const [person, step, consequence] of [
    [buyer, 'Paso 2 de 3: Compras.', 'Después pasa al paso «Finanzas».'],
    [substitute, 'Paso 3 de 3: Finanzas.', 'Es el último paso'],
  ] as const) {
    const queue = await at(person, '/app/request/queue')
    await queue.getByRole('heading', { level: 2, name: number }).waitFor()
    await queue.getByText(step).waitFor()
    await queue.waitForTimeout(700)
    await queue.keyboard.press('a')
    await queue.getByText(consequence).waitFor()
    found.push(...(await barriers(queue)))
    await queue.keyboard.press('Enter')
    await queue.getByText('No queda nada por revisar').waitFor()
    await queue.context().close()
  }

  // Users who approve can choose when they are notified of pending requests.
  const profile = await at(buyer, '/app/profile')
  await profile.getByLabel('Hay solicitudes por decidir').waitFor()
  await profile.getByLabel('Hay solicitudes vencidas sin decidir').waitFor()
  await profile.getByRole('button', { name: 'Agregar reemplazo' }).click()
  await profile.getByRole('textbox', { name: /^Hasta/ }).fill('2030-01-01')
  await profile.getByRole('dialog').getByRole('button', { name: 'Volver' }).click()
  await profile.getByText('¿Salir sin guardar este reemplazo?').waitFor()
  await profile.context().close()

  expect(await settled(ana, id)).toMatchObject({ status: 'approved', reviewer: substitute.id, step: 0 })
  await own.reload()
  await own.getByText(`Aprobó ${substitute.name}, en lugar de ${treasurer.name}`).waitFor()
  await own.getByText('Quien decidió un paso puede seguir leyendo esta solicitud.').waitFor()
  await own.getByText(`aprobó la solicitud en el paso «Finanzas», en lugar de ${treasurer.name}`).waitFor()
  found.push(...(await barriers(own)))
  // Each user was notified once per event, even if the user has two roles; other users were not notified.
  const kindsTold = async ({ pb }: Person) =>
    (await pb.send<NoticePage>('/api/app/notices', { method: 'GET' })).items.map(({ kind, details: { action } }) =>
      [kind, action].join(' ').trim(),
    )
  expect(await kindsTold(ana)).toEqual(['decided approve', 'decided return'])
  for (const approver of [chief, buyer, treasurer]) expect(await kindsTold(approver)).toEqual(['waiting'])
  expect(await kindsTold(substitute)).toEqual(['waiting', 'substitution'])
  // Both notices became read when the requester opened the request.
  await own.getByRole('link', { name: 'Avisos', exact: true }).click()
  await own.getByRole('link', { name: `Su solicitud ${number} (Orden de compra con pasos) fue aprobada.` }).waitFor()
  expect(await own.getByRole('link', { name: /Su solicitud/ }).count()).toBe(2)
  // All notices of decided requests count as read.
  await first.goto('/app/notices')
  await first.getByText('Ya no queda ninguna solicitud por decidir.').waitFor()
  await first.getByRole('link', { name: 'Avisos', exact: true }).waitFor()
  // Users who are not approvers have no list of pending decisions.
  await own.goto('/app/request')
  await own.getByRole('link', { name: number }).first().waitFor()
  await own.waitForLoadState('networkidle')
  expect(await own.getByRole('link', { name: 'Pendientes de mi decisión' }).count()).toBe(0)
  expect(found).toEqual([])
  await Promise.all([first, own].map((page) => page.context().close()))
})
