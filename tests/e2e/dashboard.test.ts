import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aPublishedFormat, requests, take } from '../support/requests.ts'

const amparo = await anAdmin()

async function panelOf(person: Person, options = {}): Promise<Page> {
  const page = await openPageAs(browser, person, '/app/dashboard', options)
  await page.getByRole('heading', { level: 1, name: /^Hola/ }).waitFor()
  return page
}

test('pending work appears and disappears live and is reachable by keyboard', async () => {
  const [ana, beto] = await Promise.all([aUser(), aUser()])
  const { id: group } = await amparo.pb.collection('groups').create({ name: `Área ${beto.id}`, members: [beto.id] })
  const { code } = await aPublishedFormat(amparo, { route: [{ key: 'area', name: 'Jefe del área', group }] })
  const { id } = await aDraft(ana, { nombre: 'Luz Peña' }, code)
  const [his, hers] = [await panelOf(beto), await panelOf(ana, { ...onAPhone, colorScheme: 'dark' as const })]
  await his.getByRole('region', { name: 'Está al día' }).waitFor()
  await hers
    .getByRole('region', { name: 'Borradores' })
    .getByRole('link', { name: /Luz Peña/ })
    .waitFor()

  await take(ana, 'submit', { ids: [id] })
  const { number } = await requests(ana).getOne(id)
  const toDecide = his.getByRole('region', { name: 'Por revisar' }).getByRole('link', { name: new RegExp(number) })
  await toDecide.getByText(/Jefe del área · Luz Peña/).waitFor()
  await his.getByRole('link', { name: 'Panel: 1 pendiente' }).waitFor()
  expect(await barriers(his)).toEqual([])
  await toDecide.focus()
  await his.keyboard.press('Enter')
  await his.waitForURL(`**/app/request/${id}`)
  await his.getByRole('link', { name: 'Panel: 1 pendiente' }).click()
  await toDecide.waitFor()

  await take(beto, 'return', { ids: [id], reason: 'Falta el segundo apellido.' })
  await his.getByRole('region', { name: 'Está al día' }).waitFor()
  await his.getByRole('link', { name: 'Panel', exact: true }).waitFor()
  const toCorrect = hers.getByRole('region', { name: 'Devueltas para corregir' }).getByRole('link')
  await toCorrect.getByText('Falta el segundo apellido.').waitFor()
  await toCorrect.getByText(/^Devuelta /).waitFor()
  expect([...(await barriers(his)), ...(await barriers(hers))]).toEqual([])
  await toCorrect.focus()
  await hers.keyboard.press('Enter')
  await hers.waitForURL(`**/app/request/create?draft=${id}`)
  await Promise.all([his, hers].map((page) => page.context().close()))
})

test('an idle panel offers three acts and counts nothing; a busy panel says each number once', async () => {
  const [ana, beto] = await Promise.all([aUser(), aUser()])
  const { id: group } = await amparo.pb.collection('groups').create({ name: `Cifras ${beto.id}`, members: [beto.id] })
  const { code } = await aPublishedFormat(amparo, { route: [{ key: 'area', name: 'Jefe del área', group }] })
  const page = await panelOf(beto)
  const acts = page.getByRole('region', { name: 'Está al día' }).getByRole('link')
  await acts.first().waitFor()
  expect(await acts.allInnerTexts()).toEqual([
    'Nueva solicitud\nElija un formato y diligencie los datos.',
    'Nuevo lote\nCargue una hoja de cálculo: cada fila es una solicitud.',
    'Decididas por mí\nConsulte lo que aprobó, devolvió o rechazó.',
  ])
  const main = page.getByRole('main')
  expect(await main.innerText()).not.toMatch(/\d|nada|pendiente/)
  expect(await main.getByRole('link', { name: 'Nueva solicitud' }).count()).toBe(1)
  const drafts = await Promise.all(['Uno', 'Dos', 'Tres'].map((nombre) => aDraft(ana, { nombre }, code)))
  await take(ana, 'submit', { ids: drafts.map(({ id }) => id) })
  await main.getByRole('link', { name: /^Por revisar 3/ }).waitFor()
  // Without numbers of requests and times.
  const numbers = (await main.innerText()).replace(/SOL-[\d-]+|hace \d+ \w+/g, '').match(/\d+/g)
  expect(numbers).toEqual(['3'])
})

test('a new user finds one button; pending decisions come before own corrections', async () => {
  const [ana, beto] = await Promise.all([aUser(), aUser()])
  const fresh = await panelOf(beto, onAPhone)
  await fresh.getByRole('link', { name: 'Crear una solicitud' }).waitFor()
  expect(
    await fresh
      .getByRole('main')
      .getByRole('link', { name: /solicitud/i })
      .count(),
  ).toBe(1)
  await fresh.context().close()

  const { id: group } = await amparo.pb.collection('groups').create({ name: `Turno ${beto.id}`, members: [beto.id] })
  const { code } = await aPublishedFormat(amparo, { route: [{ key: 'area', name: 'Jefe del área', group }] })
  const [his, hers] = await Promise.all([aDraft(beto), aDraft(ana, { nombre: 'Uno' }, code)])
  await take(beto, 'submit', { ids: [his.id] })
  await take(amparo, 'return', { ids: [his.id], reason: 'Falta el cargo.' })
  await take(ana, 'submit', { ids: [hers.id] })
  const page = await panelOf(beto, onAPhone)
  const regions = page.getByRole('region')
  await page.getByRole('region', { name: 'Devueltas para corregir' }).waitFor()
  expect(await regions.getByRole('heading', { level: 2 }).allInnerTexts()).toEqual(
    expect.arrayContaining(['Por revisar', 'Devueltas para corregir']),
  )
  expect((await regions.getByRole('heading', { level: 2 }).allInnerTexts())[0]).toBe('Por revisar')
})

test('each page requests all its counts in one call', async () => {
  const page = await panelOf(await aUser())
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const counting = () => asked.filter((each) => /^.api.app.(counts|people|notices|requests.counts)/.test(each))
  for (const path of ['/app/dashboard', '/app/request/']) {
    asked.splice(0)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(counting).not.toEqual([])
    await page.waitForLoadState('networkidle')
    expect([...new Set(counting())]).toEqual(['/api/app/counts'])
  }
})
