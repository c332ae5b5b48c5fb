import { readFileSync } from 'node:fs'
import { beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import { addDays, getLocalDay } from '../../src/domain/time/local-time.ts'
import {
  asPerson,
  barriers,
  barriersInBothThemes,
  browser,
  onAPhone,
  openPage,
  openPageAs,
} from '../support/browser.ts'
import { startServer } from '../support/container.ts'
import { aGuest } from '../support/links.ts'
import { codeIn, linksIn, mailTo } from '../support/mailbox.ts'
import { anAdmin, anInactiveUser, anonymous, aUser, type Person } from '../support/people.ts'
import { aPublishedFormat, aRequest, pageOf, requests, settled, take } from '../support/requests.ts'
import { findLayoutProblems } from '../support/screens.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

let admin: Person
let ana: Person
beforeAll(async () => {
  ;[admin, ana] = await Promise.all([anAdmin(), aUser({ name: 'Ana Ruiz' })])
})

test('activation warns about an unconfirmed email; an account without requests is corrected and deleted', async () => {
  const eva = await anInactiveUser({ name: 'Eva Sin Confirmar' })
  const page = await openPageAs(browser, admin, `/app/user-managment/?search=${eva.email}`)
  await page.getByRole('button', { name: 'Activar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Esta persona no ha confirmado su correo (${eva.email}).`, { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  const choose = async (item: string) => {
    await page.getByRole('button', { name: /^Más acciones/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Corregir nombre, correo o teléfono')
  await dialog.getByLabel('Nombre completo').fill('Eva Corregida')
  await dialog.getByLabel('Correo electrónico').fill(`nueva-${eva.email}`)
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar los datos' }).click()
  await page
    .getByText(`Se envió un enlace a nueva-${eva.email}. El correo cambia cuando la persona lo confirme.`)
    .waitFor()
  await page.getByRole('link', { name: 'Eva Corregida' }).waitFor()
  const link = linksIn(await mailTo(`nueva-${eva.email}`))[0] ?? ''
  const own = await openPage(browser)
  await own.goto(link)
  await own.getByLabel('Contraseña', { exact: true }).fill('otra-clave')
  await own.getByRole('button', { name: 'Confirmar el correo' }).click()
  await own.getByText('La contraseña no es correcta.').first().waitFor()
  expect(await barriers(own)).toEqual([])
  await own.getByLabel('Contraseña', { exact: true }).fill(eva.password)
  await own.getByRole('button', { name: 'Confirmar el correo' }).click()
  await own.getByRole('heading', { name: 'Correo confirmado' }).waitFor()
  await page.goto(`/app/user-managment/?search=nueva-${eva.email}`)
  await choose('Borrar la cuenta')
  await dialog.getByRole('button', { name: 'Borrar la cuenta' }).click()
  await page.getByText('Cuenta borrada.').waitFor()
  await page.getByText('Nadie coincide con la búsqueda').waitFor()
  await Promise.all([page, own].map((each) => each.context().close()))
})

test('before a deactivation the dialog says what is open, and a substitute is named', async () => {
  const [rosa, eva] = await Promise.all([aUser({ name: 'Rosa Se Va' }), aUser({ name: `Eva Queda ${Date.now()}` })])
  const route = [{ key: 'a', name: 'A', people: [rosa.id] }] as Format['route']
  const format = await aPublishedFormat(admin, { route })
  const { id } = await requests(ana).create({ format: format.id, values: { nombre: 'Ana' } })
  expect(await take(ana, 'submit', { ids: [id] })).toMatchObject({ changed: [id] })
  const page = await openPageAs(browser, admin, `/app/user-managment/${rosa.id}/request`)
  await page.getByRole('button', { name: 'Desactivar' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 solicitud espera su decisión.').waitFor()
  await dialog.getByText(`Decide en ${format.name}.`).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Nombrar un reemplazo' }).click()
  await page.getByRole('dialog', { name: 'Reemplazo de Rosa Se Va' }).waitFor()
  await dialog.getByLabel('Quién decide en su lugar').fill(eva.name)
  await page.getByRole('option', { name: eva.name }).click()
  await dialog.getByRole('textbox', { name: 'Hasta' }).fill(addDays(getLocalDay('CO', Date.now()), 30))
  await dialog.getByRole('button', { name: 'Guardar el reemplazo' }).click()
  await dialog.getByText(`${eva.name} decide en su lugar.`).waitFor()
  await dialog.getByRole('button', { name: 'Desactivar 1 usuario' }).click()
  await page.getByText('Usuario desactivado.').waitFor()
  expect((await pageOf(eva, { mine: 'decide' })).items.map((item) => item.id)).toEqual([id])
})

test('without a mail server, a registration waits for activation at once', async () => {
  const server = await startServer(inject('image'))
  onTestFinished(async () => void (await server.stop()))
  const [boss, nora] = await Promise.all([anAdmin({ at: server.url }), anInactiveUser({ at: server.url })])
  const page = await openPageAs(browser, boss, '/app/dashboard')
  await page.getByRole('link', { name: /^Usuarios por activar\s*1$/ }).click()
  const row = page.getByRole('row', { name: nora.email })
  await row.getByText('Correo sin confirmar').waitFor()
  await page.getByRole('link', { name: 'Sin confirmar', exact: true }).click()
  await page.getByRole('row', { name: boss.email }).waitFor()
  expect(await row.count()).toBe(0)
  await page.getByRole('link', { name: 'Por activar 1' }).click()
  await row.getByRole('button', { name: 'Activar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click()
  await page.getByText('No hay cuentas por activar').waitFor()
})

test('on a phone, the row of tabs follows the open list', async () => {
  const page = await openPageAs(
    browser,
    admin,
    '/app/user-managment/?state=rejected&search=nadie-se-llama-asi',
    onAPhone,
  )
  const current = page.getByRole('navigation', { name: 'Estado' }).locator('[aria-current="page"]')
  await page.getByRole('link', { name: 'Ver todos los usuarios' }).click()
  await current.filter({ hasText: 'Todos' }).waitFor()
  await expect.poll(() => findLayoutProblems(page)).toEqual([])
})

test('all users that match are activated at once, and wait again after an undo', async () => {
  const name = `Varias ${Date.now().toString(36)}`
  const waiting = await Promise.all(Array.from({ length: 31 }, (_, n) => anInactiveUser({ name: `${name} ${n}` })))
  const page = await openPageAs(browser, admin, `/app/user-managment/?state=unconfirmed&search=${name}`)
  const bar = page.getByRole('region', { name: 'Lo elegido' })
  const chooseAll = page.getByRole('checkbox', { name: 'Elegir toda esta página' })
  const before = await chooseAll.boundingBox()
  await chooseAll.check()
  await bar.getByText('30 usuarios elegidos').waitFor()
  // The bar does not move the list.
  expect(await chooseAll.boundingBox()).toEqual(before)
  expect(await bar.getByRole('button', { name: 'Desactivar' }).count()).toBe(0)
  await bar.getByRole('button', { name: 'Elegir los 31 que coinciden' }).click()
  await bar.getByText('31 usuarios elegidos').waitFor()
  await page.getByRole('button', { name: 'Página siguiente' }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await bar.getByRole('button', { name: 'Activar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '¿Activar a 31 usuarios?' })
  await dialog.getByText('31 personas no han confirmado su correo', { exact: false }).waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Activar 31 usuarios' }).click()
  await page.getByRole('status').getByText('31 usuarios activados.').waitFor()
  expect(await barriers(page)).toEqual([])
  const [first] = waiting
  await first?.pb.collection('users').authWithPassword(first.email, first.password)
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page
    .getByRole('dialog', { name: '¿Deshacer la activación de 31 usuarios?' })
    .getByRole('button', { name: 'Deshacer la activación' })
    .click()
  await page.getByRole('status').getByText('Activación de 31 usuarios deshecha.').waitFor()
  await page.getByText('Correo sin confirmar').first().waitFor()
  expect(await page.getByText('Inactivo', { exact: true }).count()).toBe(0)
})

test('registrations are rejected with a reason, by keyboard, and the rejection is undone', async () => {
  const name = `Rechazo ${Date.now()}`
  const [one] = await Promise.all([1, 2].map(() => anInactiveUser({ name })))
  const email = one?.email ?? ''
  const { otpId } = await anonymous().collection('users').requestOTP(email)
  await anonymous().send('/api/app/verify', { method: 'POST', body: { otpId, code: codeIn(await mailTo(email)) } })
  const page = await openPageAs(browser, admin, `/app/user-managment/?search=${name}`)
  const status = page.getByRole('navigation', { name: 'Estado' })
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('region', { name: 'Lo elegido' }).getByRole('button', { name: 'Rechazar' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: '¿Rechazar 2 registros?' })
  await dialog.getByText('Llega por correo a quienes confirmaron su dirección.').waitFor()
  await dialog.getByRole('button', { name: 'Rechazar 2 registros' }).press('Enter')
  await dialog.getByText('Escriba el motivo.').waitFor()
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('TEXTAREA')
  await page.keyboard.type('No trabaja aquí.')
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Rechazar 2 registros' }).press('Enter')
  await page.getByRole('status').getByText('2 registros rechazados.').waitFor()
  expect((await mailTo(email, { after: 1 })).text).toContain('Motivo: No trabaja aquí.')
  await status.getByRole('link', { name: 'Rechazados' }).click()
  await page.getByText('Rechazado', { exact: true }).first().waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('button', { name: 'Deshacer el rechazo' }).click()
  await page.getByRole('status').getByText('Rechazo de 2 registros deshecho.').waitFor()
  await page.goto(`/app/user-managment/?state=unconfirmed&search=${name}`)
  await page.getByText('Correo sin confirmar', { exact: true }).waitFor()
  await page.goto(`/app/user-managment/?state=waiting&search=${name}`)
  await page.getByRole('link', { name }).click()
  await page.getByRole('button', { name: 'Rechazar' }).click()
  await page
    .getByRole('dialog', { name: `¿Rechazar el registro de ${name}?` })
    .getByLabel('Motivo')
    .fill('Otra vez no.')
  await page.getByRole('button', { name: 'Rechazar 1 registro' }).click()
  await page.getByText('Registro rechazado.').waitFor()
  await page.getByRole('button', { name: 'Historial de la cuenta' }).click()
  await page.getByText('Otra vez no.').waitFor()
})

test('a user downloads their own data and documents', async () => {
  const eva = await aUser({ name: 'Eva Descarga' })
  const { id } = await aRequest(eva, admin, 'approved')
  await settled(eva, id)
  const page = await openPageAs(browser, eva, '/app/profile')
  const save = async (button: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).press('Enter'),
    ])
    return { name: file.suggestedFilename(), content: readFileSync(await file.path()) }
  }
  const data = await save('Descargar mis datos')
  expect(data.name).toBe('mis-datos.json')
  expect(JSON.parse(data.content.toString()).requests).toMatchObject([{ id, status: 'approved' }])
  // A response that ends too early is no file.
  await page.route('**/api/app/users/data', (call) => call.fulfill({ body: '{"account":[' }))
  await page.getByRole('button', { name: 'Descargar mis datos' }).click()
  await page.getByText('No hay conexión con el servidor.', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Descargar mis documentos' }).press('Enter')
  await page.getByRole('button', { name: 'Un ZIP con 1 archivo' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  const documents = await save('Un ZIP con 1 archivo')
  expect([documents.name, documents.content.subarray(0, 2).toString()]).toEqual(['documentos.zip', 'PK'])
})

test('an activation of 401 users continues after an error, 200 a call', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const users = Array.from({ length: 401 }, (_, n) => ({
    ...{ id: `persona${String(n).padStart(8, '0')}`, name: `Persona ${n}`, email: `p${n}@ejemplo.test` },
    ...{ verified: true, isActive: false, role: '_user', phone: '', created: '2026-01-02 03:04:05.000Z' },
  }))
  await page.route('**/api/collections/users/records?**', (call) => {
    const perPage = Number(new URL(call.request().url()).searchParams.get('perPage'))
    return call.fulfill({ json: { page: 1, perPage, totalItems: 401, totalPages: 1, items: users.slice(0, perPage) } })
  })
  const sizes: number[] = []
  await page.route('**/api/app/users/activate', (call) => {
    const { ids } = call.request().postDataJSON() as { ids: string[] }
    sizes.push(ids.length)
    if (sizes.length === 2) return call.fulfill({ status: 400, json: {} })
    return call.fulfill({ json: { changed: ids, skipped: [] } })
  })
  await page.goto('/app/user-managment/?state=waiting')
  await page.getByRole('checkbox', { name: 'Elegir Persona 0' }).check()
  await page.getByRole('button', { name: 'Elegir los 401 que coinciden' }).click()
  await page.getByRole('region', { name: 'Lo elegido' }).getByRole('button', { name: 'Activar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Activar 401 usuarios' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByText('200 de 401').waitFor()
  await dialog.getByRole('button', { name: 'Activar 401 usuarios' }).click()
  await page.getByRole('status').getByText('401 usuarios activados.').waitFor()
  expect(sizes).toEqual([200, 200, 200, 1])
})

test('requests of an unknown user show the not-found page', async () => {
  const page = await openPageAs(browser, admin, '/app/user-managment/nadie0000000000/request')
  await page.getByRole('heading', { level: 1, name: 'Página no encontrada' }).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
})

test('an administrator creates a group of users found by name, and a member names a substitute', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const name = `Compras ${ana.id}`
  const { name: unlike } = await aUser({ name: `Zoilo ${ana.id}` })
  await page.goto('/app/settings/groups')
  await page.getByRole('button', { name: 'Agregar grupo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Guardar el grupo' }).click()
  await dialog.getByText('Nombre: Este dato es obligatorio.').waitFor()
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name)
  await dialog.getByLabel('Agregar una persona').pressSequentially(unlike.toUpperCase())
  await page.getByRole('option', { name: unlike }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('1 persona', { exact: true }).waitFor()
  expect(await dialog.getByLabel('Agregar una persona').inputValue()).toBe('')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar el grupo' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).getByText(`1 persona: ${unlike}`).waitFor()
  const { items } = await admin.pb.collection('groups').getList(1, 1, { filter: `name = "${name}"` })
  await admin.pb.collection('groups').update(items[0]?.id ?? '', { members: [ana.id] })

  const own = await openPageAs(browser, ana, '/app/profile')
  await own.getByRole('button', { name: 'Agregar reemplazo' }).click()
  const replacing = own.getByRole('dialog')
  await replacing.getByLabel('Quién decide por mí').fill(admin.name)
  await own.getByRole('option', { name: admin.name }).first().click()
  await replacing.getByRole('textbox', { name: /^Hasta/ }).fill('2020-01-01')
  await replacing.getByRole('button', { name: 'Guardar el reemplazo' }).click()
  await replacing.getByText('El último día es anterior al primero.').first().waitFor()
  await replacing
    .getByRole('textbox', { name: /^Hasta/ })
    .fill(await replacing.getByRole('textbox', { name: /^Desde/ }).inputValue())
  expect(await barriers(own)).toEqual([])
  await replacing.getByRole('button', { name: 'Guardar el reemplazo' }).click()
  await own.getByText(`${admin.name} decide por usted`).waitFor()

  await page.getByRole('button', { name: `Borrar ${name}` }).click()
  await page.getByText('1 persona deja de pertenecer a él').waitFor()
  await page.getByRole('button', { name: 'Borrar 1 grupo' }).click()
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: name }).count()).toBe(0)
  await Promise.all([page, own].map((each) => each.context().close()))
})

test('a dialog returns focus to its menu, or to the heading if its button disappeared', async () => {
  const waiting = await anInactiveUser({ name: 'Zenaida Foco' })
  const page = await openPageAs(browser, admin, `/app/user-managment/?search=${waiting.email}`)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
  await page.getByRole('button', { name: 'Más acciones para Zenaida Foco' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Activar' }).press('Enter')
  await page.getByRole('dialog', { name: '¿Activar a Zenaida Foco?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Más acciones para Zenaida Foco')
  await page.getByRole('button', { name: 'Activar', exact: true }).click()
  await page.getByRole('button', { name: 'Activar 1 usuario' }).click()
  await expect.poll(focused).toBe('H1')
})

test('a person without an account is found, blocked and unblocked by keyboard', async () => {
  const { email } = await aGuest(await signInSuperuser(testServer().url))
  const page = await openPageAs(browser, admin, '/app/user-managment/')
  await page.getByRole('link', { name: 'Personas externas' }).press('Enter')
  await page.getByLabel('Buscar por nombre o correo').fill(email.toUpperCase())
  const row = page.getByRole('row').filter({ hasText: email })
  const dialog = page.getByRole('dialog')
  await row.getByRole('button', { name: 'Bloquear' }).press('Enter')
  await dialog.getByRole('button', { name: 'Bloquear' }).press('Enter')
  await row.getByText('Bloqueada').waitFor()
  await row.getByRole('button', { name: 'Desbloquear' }).press('Enter')
  await dialog.getByRole('button', { name: 'Desbloquear' }).press('Enter')
  await expect.poll(() => row.getByText('Bloqueada').count()).toBe(0)
  await page.getByLabel('Buscar por nombre o correo').fill('nadie así')
  await page.getByText('Nadie coincide con la búsqueda').waitFor()
})
