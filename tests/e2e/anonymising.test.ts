import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { backupsOf } from '../support/backups.ts'
import { aCompletedBatch } from '../support/batch.ts'
import { barriersInBothThemes, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { runMinuteJobs, runOnce, startServer } from '../support/container.ts'
import { anAdmin, aUser, theFirstAdmin } from '../support/people.ts'
import { aDraft, aPublishedFormat, pageOf, requests, settled, take } from '../support/requests.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

async function startIn(folder: string) {
  const binds = [{ source: folder, target: '/pb_data' }]
  const server = await startServer(inject('emptyImage'), {}, () => {}, { schedule: 'none', binds })
  onTestFinished(async () => void (await server.stop()))
  return server
}

/** Creates a directory in which a server can write. */
function aDataFolder(): string {
  const folder = join(temporaryFolder(), 'data')
  mkdirSync(folder)
  chmodSync(folder, 0o777)
  chmodSync(join(folder, '..'), 0o755)
  return folder
}

test('a thousand anonymised requests of a filter stay anonymised when a backup is restored', async () => {
  const data = aDataFolder()
  const server = await startIn(data)
  const place = { at: server.url }
  const admin = await theFirstAdmin(place)
  const owner = await aUser(place)
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

  const page = await openPageAs(browser, admin, '/app/settings/backups')
  await page.getByRole('button', { name: 'Hacer una copia ahora' }).click()
  await page.getByRole('table', { name: 'Copias de seguridad' }).getByText('Correcta').waitFor()
  const backup = (await backupsOf(admin)).items[0]?.name

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

  const phone = await openPage(browser, { ...onAPhone, baseURL: server.url })
  await phone.goto(`/verificar/${checkCode}`)
  await phone.getByText('Retirado por privacidad').waitFor()
  expect(await barriersInBothThemes(phone)).toEqual([])

  const hasList = async () => {
    await runMinuteJobs(server)
    return existsSync(join(data, 'backups/anonimizadas.txt'))
  }
  await expect.poll(hasList, { timeout: 60_000 }).toBe(true)
  await server.stop()
  const restored = aDataFolder()
  const binds = [
    { source: restored, target: '/pb_data' },
    { source: join(data, 'backups'), target: '/copias', mode: 'ro' as const },
  ]
  expect(await runOnce(inject('emptyImage'), ['restore', `/copias/${backup}`], binds)).toMatchObject({ code: 0 })
  const again = await startIn(restored)
  const back = await openPage(browser, { baseURL: again.url })
  await back.goto(`/app/request/?format=${format.id}`)
  await back.getByLabel('Correo electrónico').fill(admin.email)
  await back.getByLabel('Contraseña', { exact: true }).fill(admin.password)
  await back.getByRole('button', { name: 'Iniciar sesión' }).click()
  await back.getByRole('button', { name: /^Filtros/ }).click()
  const total = () => back.getByLabel('Estado').locator('option').first().textContent()
  await back.getByLabel('Datos personales').selectOption('Con la marca «No borrar»')
  await expect.poll(total).toBe('Todos los estados (1)')
  await back.getByLabel('Datos personales').selectOption('Anonimizadas')
  await expect.poll(total).toBe('Todos los estados (999)')
  expect(await barriersInBothThemes(back)).toEqual([])
  await back.getByRole('button', { name: 'Anonimizadas × (quitar este filtro)' }).waitFor()
  await back.goto(`/app/request/${id}`)
  await back.getByText('Se anonimizó otra vez, porque se restauró una copia.').waitFor()
  expect(await back.getByText('Persona aprobada').count()).toBe(0)
  const { output } = await again.container.exec(['/pocketbase', 'audit', '--dir=/pb_data'])
  expect(output).toContain('El historial está completo')
})

test('a format shows how many requests its retention would anonymise before it is saved', async () => {
  const admin = await anAdmin()
  const format = await aPublishedFormat(admin)
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByLabel('Años que se conserva').fill('5')
  await page.getByText('Solicitudes que se anonimizarían hoy: 0.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect.poll(async () => (await admin.pb.collection('formats').getOne(format.id)).keepYears).toBe(5)
})
