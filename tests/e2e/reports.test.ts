import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { barriers, browser, onAPhone, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aPublishedFormat, take } from '../support/requests.ts'

const boss = await anAdmin({ name: 'Jefa Quien Decide' })
const deputy = await anAdmin({ name: 'Eva Que Devuelve' })
const ana = await aUser()
const format = await aPublishedFormat(boss, {
  name: 'Constancia de informe',
  fields: [{ key: 'valor', label: 'Valor', type: 'money', currency: 'COP' }],
  body: '# Constancia\n\n{{valor}}',
})
const drafts = [
  await aDraft(ana, { valor: '1000.50' }, format.code),
  await aDraft(ana, { valor: '2000.25' }, format.code),
]
const [first = '', second = ''] = drafts.map(({ id }) => id)
await take(ana, 'submit', { ids: [first, second] })
await take(boss, 'approve', { ids: [first] })
await take(deputy, 'return', { ids: [second], reason: 'Falta algo.' })

const at = (path: string, person: Person, options = {}) => openPageAs(browser, person, path, options)

test('an administrator reads the figures of a period, and each links to its list', async () => {
  const page = await at('/app/report', boss)
  await page.getByLabel('Formato', { exact: true }).selectOption({ label: format.name })
  await page.waitForURL(/format=/)
  const figures = page.getByRole('list', { name: 'En el periodo' })
  for (const figure of ['Recibidas2', 'Aprobadas1', 'Devueltas1', 'Rechazadas0'])
    await expect.poll(() => figures.getByRole('listitem').allTextContents()).toContain(figure)
  await page.getByRole('cell', { name: '1.000,50 COP' }).waitFor()
  expect(await barriers(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ])
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines).toContain('Recibidas;2')
  expect(lines.some((line) => line.startsWith('Jefa Quien Decide;1;1;0;0;'))).toBe(true)
  expect(lines).toContain('Valor;COP;1;1000,50')
  await page.getByRole('link', { name: '1 devueltas por Eva Que Devuelve' }).press('Enter')
  await page.waitForURL(/decision=return/)
  await page.getByRole('button', { name: /^Por Eva Que Devuelve ×/ }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: /^Se devolvió ×/ }).click()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
  await page.goBack()
  await page.goBack()
  await page.getByRole('link', { name: '1 con «Valor»' }).press('Enter')
  await page.getByRole('button', { name: /^Aprobadas con «Valor» ×/ }).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(2)
})

test('steps load separately, show their progress and can be retried', async () => {
  const route = [{ key: 'jefe', name: 'Jefe del área', people: [boss.id] }]
  const stepped = await aPublishedFormat(boss, { name: 'Orden de informe', route })
  const owner = await aUser()
  const { id } = await aDraft(owner, { nombre: 'Ana' }, stepped.code)
  await take(owner, 'submit', { ids: [id] })
  await take(boss, 'approve', { ids: [id] })
  const page = await at('/app/dashboard', boss)
  let refuse = () => {}
  const held = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await page.route(
    '**/api/app/reports/steps?**',
    async (call) => {
      await held
      await call.continue({ url: call.request().url().replace('from=', 'since=') })
    },
    { times: 1 },
  )
  await page.goto(`/app/report?format=${stepped.id}`)
  await page.getByRole('list', { name: 'En el periodo' }).waitFor()
  const steps = page.getByRole('region', { name: 'Por paso' })
  await steps.getByRole('status').waitFor()
  const csv = page.getByRole('button', { name: 'Exportar CSV' })
  expect(await csv.isDisabled()).toBe(true)
  expect(await barriers(page)).toEqual([])
  refuse()
  await steps.getByRole('alert').getByText('No se pudo cargar').waitFor()
  expect(await csv.isDisabled()).toBe(true)
  expect(await barriers(page)).toEqual([])
  await steps.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await steps.getByRole('row', { name: /^Jefe del área Jefa Quien Decide 1 / }).waitFor()
  // Without a row «Todas», which would say the same.
  expect(await steps.getByRole('row').count()).toBe(2)
  expect(await barriers(page)).toEqual([])
  const [file] = await Promise.all([page.waitForEvent('download'), csv.click()])
  expect(readFileSync(await file.path(), 'utf8')).toContain('Orden de informe;Jefe del área;Todas;1;')
})

test('thirty approvers are ten rows until «Ver más»; print and CSV have all', async () => {
  const page = await at('/app/dashboard', boss)
  await page.route('**/api/app/reports?**', async (call) => {
    const response = await call.fetch()
    const report = await response.json()
    const one = { decided: 2, approved: 2, returned: 0, rejected: 0, median: 60, p90: 90 }
    const people = Array.from({ length: 30 }, (_, n) => ({ ...one, id: `persona${n + 1}`, name: `Persona ${n + 1}` }))
    await call.fulfill({ response, json: { ...report, people } })
  })
  // Other test files decide steps on the same server, which adds their approvers.
  await page.route('**/api/app/reports/steps?**', (call) => call.fulfill({ json: { steps: [], passedOn: [] } }))
  await page.goto('/app/report')
  const rows = page.getByRole('table', { name: 'Decisiones por persona' }).getByRole('row')
  // With the row of headers.
  await expect.poll(() => rows.count()).toBe(11)
  expect(await barriers(page)).toEqual([])
  await page.emulateMedia({ media: 'print' })
  await expect.poll(() => rows.count()).toBe(31)
  await page.emulateMedia({ media: null })
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Exportar CSV' }).click(),
  ])
  expect(readFileSync(await file.path(), 'utf8').match(/^Persona \d+;/gm)).toHaveLength(30)
  const table = page.getByRole('region', { name: 'Por persona' })
  await table.getByRole('button', { name: /^Ver más.*20 filas$/ }).press('Enter')
  await expect.poll(() => rows.count()).toBe(31)
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('2 decididas por Persona 11')
  expect(await table.getByRole('button', { name: /^Ver más/ }).count()).toBe(0)
})

test('a typed date stays in its own field', async () => {
  const page = await at('/app/report?period=dates&from=2026-03-05&to=2026-04-06', boss)
  const [from, to] = [page.getByRole('textbox', { name: /^Desde/ }), page.getByRole('textbox', { name: /^Hasta/ })]
  // Also in a browser of another language, and with other dates than those of its own date input.
  expect([await from.inputValue(), await to.inputValue()]).toEqual(['05/03/2026', '06/04/2026'])
  await to.focus()
  await page.keyboard.press('ControlOrMeta+A')
  for (const key of ['1', '1', '1', '1', '2', '0', '2', '5']) await page.keyboard.press(key)
  await page.waitForURL(/to=2025-11-11/)
  expect(await to.inputValue()).toBe('11/11/2025')
  expect(await from.inputValue()).toBe('05/03/2026')
  await from.fill('3-1-2025')
  await page.waitForURL(/from=2025-01-03/)
  for (const text of ['ayer', '31/09/2025']) {
    await from.fill(text)
    await from.blur()
    await page.getByText('Escriba la fecha así: 20/11/2026.').waitFor()
    expect(await from.inputValue()).toBe(text)
    expect(new URL(page.url()).searchParams.get('from')).toBe('2025-01-03')
  }
  await from.fill('4/1/25')
  await from.blur()
  await page.waitForURL(/from=2025-01-04/)
  await expect.poll(() => from.inputValue()).toBe('04/01/2025')
  await page.getByText('No hubo solicitudes en este periodo').waitFor()
})

test('an empty period shows a message, also on a phone in dark theme; users find no report', async () => {
  const empty = '/app/report?period=dates&from=2020-01-01&to=2020-12-31'
  const page = await at(empty, boss, { ...onAPhone, colorScheme: 'dark' as const })
  await page.getByText('No hubo solicitudes en este periodo').waitFor()
  expect(await page.getByRole('group', { name: 'Qué se cuenta' }).count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Ver todo el año' }).click()
  await page.getByRole('table', { name: 'Decisiones por persona' }).waitFor()
  const other = await at('/app/report', await aUser())
  await other.getByText('Página no encontrada').waitFor()
})
