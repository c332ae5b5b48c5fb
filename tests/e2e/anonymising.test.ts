import { expect, test } from 'vitest'
import { aCompletedBatch } from '../support/batch.ts'
import { asPerson, barriersInBothThemes, browser, onAPhone, openPage } from '../support/browser.ts'
import { aUser, theFirstAdmin } from '../support/people.ts'
import { aDraft, aPublishedFormat, pageOf, requests, settled, take } from '../support/requests.ts'

test('an administrator anonymises a thousand requests of a filter, and the verification page says so', async () => {
  const admin = await theFirstAdmin()
  const owner = await aUser()
  const format = await aPublishedFormat(admin)
  const rows = Array.from({ length: 999 }, (_, index) => ({ nombre: `Persona ${index}` }))
  const batch = await aCompletedBatch(owner.pb, rows, { code: format.code })
  await take(admin, 'reject', { filter: { batch: batch.id }, expected: 999, reason: 'No corresponde.' })
  const { id } = await aDraft(owner, { nombre: 'Persona aprobada' }, format.code)
  await take(owner, 'submit', { ids: [id] })
  await take(admin, 'approve', { ids: [id] })
  const { checkCode } = await settled(owner, id)
  const [held] = (await pageOf(admin, { batch: batch.id })).items
  await take(admin, 'hold', { ids: [held?.id ?? ''], reason: 'Hay un pleito.' })

  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/request/?format=${format.id}`)
  await page.getByRole('checkbox', { name: 'Elegir toda esta página' }).check()
  await page.getByRole('button', { name: 'Elegir las 1.000 que coinciden' }).click()
  await page.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Anonimizar' }).click()
  const dialog = page.getByRole('dialog', { name: '¿Anonimizar 1.000 solicitudes?' })
  await dialog.getByText('No se puede deshacer.').waitFor()
  await dialog.getByRole('button', { name: 'Anonimizar' }).click()
  await dialog.getByText('Escriba el motivo.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByLabel('Por qué se anonimiza, sin datos personales').fill('Venció el plazo.')
  await dialog.getByRole('button', { name: 'Anonimizar' }).click()
  await page.getByText('999 solicitudes anonimizadas. 1 quedó como estaba: tiene la marca «No borrar».').waitFor()
  expect((await requests(admin).getOne(held?.id ?? '')).privacy).toBe('held')

  await page.goto(`/app/request/${id}`)
  await page.getByText('Se borraron sus datos, archivos, documentos y comentarios.').waitFor()
  await page.getByText('anonimizó la solicitud').waitFor()
  expect(await page.getByText('Persona aprobada').count()).toBe(0)
  expect(await page.getByRole('textbox', { name: 'Comentario' }).count()).toBe(0)
  expect(await barriersInBothThemes(page)).toEqual([])

  const phone = await openPage(browser, onAPhone)
  await phone.goto(`/verificar/${checkCode}`)
  await phone.getByText('Retirado por privacidad').waitFor()
  expect(await barriersInBothThemes(phone)).toEqual([])
})

test('a format shows how many requests its retention would anonymise before it is saved', async () => {
  const admin = await theFirstAdmin()
  const format = await aPublishedFormat(admin)
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${format.id}`)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByLabel('Años que se conserva').fill('5')
  await page.getByText('Solicitudes que se anonimizarían hoy: 0.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(async () => (await admin.pb.collection('formats').getOne(format.id)).keepYears).toBe(5)
})
