import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { User } from '../../src/domain/users/user.ts'
import { buildResultWorkbook } from '../../src/sheets/writing/result-table.ts'
import { barriersInBothThemes, browser, openPage } from '../support/browser.ts'
import { type Server, startServer } from '../support/container.ts'
import { latestPayroll } from '../support/payroll.ts'
import { type Person, theFirstAdmin } from '../support/people.ts'

let server: Server
let admin: Person
beforeAll(async () => {
  server = await startServer(inject('image'), {}, () => {}, { schedule: 'none' })
  admin = await theFirstAdmin({ at: server.url })
})
afterAll(() => server?.stop())

const headers = ['Nombres', 'Apellidos', 'Correo', 'Celular', 'Cédula', 'Jefe', 'Grupo']
type Row = [name: string, lastNames: string, email: string, phone: string, id: string, manager: string, group: string]

/** Returns the row of a worker, who reports to the first worker. */
const rowOf = (n: number): Row => {
  const [name = '', lastNames = ''] = [['Ana', 'Luis', 'Eva', 'Omar'][n % 4], ['Ruiz', 'Peña', 'Güell'][n % 3]]
  const manager = n === 0 ? '' : 'persona0@empresa.test'
  return [
    name,
    `${lastNames} ${n}`,
    `persona${n}@empresa.test`,
    `300 555 ${1000 + n}`,
    String(52_000_000 + n),
    manager,
    '',
  ]
}

const chooseFile = async (page: Page, rows: Row[], name: string) =>
  page.locator('input[type=file]').setInputFiles({
    name,
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: Buffer.from(await buildResultWorkbook('Nómina', { headers, rows })),
  })

async function proceed(page: Page) {
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('region', { name: 'Filas' }).waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
}

async function review(page: Page, rows: Row[], name: string) {
  await chooseFile(page, rows, name)
  await proceed(page)
}

async function apply(page: Page) {
  await page.getByRole('button', { name: 'Aplicar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aplicar' }).click()
}

test('an administrator imports a payroll of 500, and the next month with 20 leavers and 15 changes', async () => {
  const page = await openPage(browser, { baseURL: server.url })
  const value = encodeURIComponent(
    JSON.stringify({ token: admin.pb.authStore.token, record: admin.pb.authStore.record }),
  )
  await page.context().addCookies([{ name: 'pb_auth', value, url: server.url }])
  await page.goto('/app/user-managment/')
  await page.getByRole('link', { name: 'Importar' }).click()
  await page.getByRole('heading', { level: 1, name: 'Importar personas' }).waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])

  const first = Array.from({ length: 500 }, (_, n) => rowOf(n))
  await review(page, first, 'nómina-octubre.xlsx')
  await page.getByText('500 personas nuevas · 0 con cambios · 0 salen · 0 iguales.').waitFor()
  await page.getByLabel('Enviar a cada persona nueva').uncheck()
  expect(await barriersInBothThemes(page)).toEqual([])
  await apply(page)
  await page.getByText('500 personas nuevas · 0 con cambios · 0 salieron.').waitFor()

  // One of the leavers is the manager of a person who is on no payroll.
  const users = admin.pb.collection<User>('users')
  const find = (n: number) => users.getFirstListItem(`email = "persona${n}@empresa.test"`)
  const leaver = await find(480)
  await users.update(admin.id, { manager: leaver.id })

  const next = first
    .slice(0, 480)
    .map(
      (row, n): Row => (n > 0 && n <= 15 ? ([...row.slice(0, 3), `310 777 ${2000 + n}`, ...row.slice(4)] as Row) : row),
    )
  await review(page, next, 'nómina-noviembre.xlsx')
  await page.getByText('0 personas nuevas · 15 con cambios · 20 salen · 465 iguales.').waitFor()
  await page.getByText('Teléfono: +57 300 555 1001 → +57 310 777 2001').waitFor()
  const row = page.getByRole('row', { name: leaver.email })
  await row.getByText('1 persona a cargo').waitFor()
  await row.getByText('Ana Ruiz 0').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await apply(page)
  await page.getByText('0 personas nuevas · 15 con cambios · 20 salieron.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('row', { name: leaver.name }).getByText('1 persona a cargo').waitFor()
  expect((await users.getOne(leaver.id)).isActive).toBe(false)

  // The same people again change nothing, also if their columns are pasted.
  await page.evaluate(
    (text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      dispatchEvent(new ClipboardEvent('paste', { clipboardData }))
    },
    [headers, ...next].map((cells) => cells.join('\t')).join('\n'),
  )
  await proceed(page)
  await page.getByText('0 personas nuevas · 0 con cambios · 0 salen · 480 iguales.').waitFor()
  expect(await page.getByRole('button', { name: 'Aplicar' }).isDisabled()).toBe(true)

  await page.getByRole('button', { name: 'Volver a los usuarios' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Salir sin importar' }).click()
  await page.getByRole('link', { name: 'Importar' }).click()
  await page.getByRole('button', { name: 'Deshacer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Deshacer' }).click()
  await page.getByText('Se deshizo.').waitFor()
  expect(await latestPayroll(admin.pb)).toMatchObject({ status: 'undone', skipped: [] })
  expect((await users.getOne(leaver.id)).isActive).toBe(true)
  expect((await users.getOne(admin.id)).manager).toBe(leaver.id)
  expect((await find(1)).phone).toBe('+573005551001')
})
