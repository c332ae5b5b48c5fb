import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, openPageAs } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'
import { nextCode } from '../support/requests.ts'

const admin = await anAdmin()

test('an administrator starts a format from an example of another country and publishes it', async () => {
  const page = await openPageAs(browser, admin, '/app/format/')
  await page.getByRole('button', { name: 'Nuevo formato' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Nuevo formato' })
  const start = dialog.getByLabel('Empezar con')
  await start.waitFor()
  expect(await start.locator('optgroup').evaluateAll((all) => all.map((one) => one.getAttribute('label')))).toEqual([
    'México',
    'Perú',
    'Chile',
    'Argentina',
  ])
  await start.selectOption({ label: 'Finiquito de contrato de trabajo (Chile)' })
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('Finiquito de contrato de trabajo (Chile)')
  expect(await dialog.getByLabel('Categoría').inputValue()).toBe('Recursos humanos')
  expect(await dialog.getByLabel('Código').inputValue()).toBe('FICL')
  for (const width of [1440, 768, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await start.selectOption({ label: 'Un formato vacío' })
  expect(await dialog.getByLabel('Nombre').inputValue()).toBe('')
  await start.selectOption({ label: 'Constancia de trabajo (Argentina)' })
  const code = nextCode()
  await dialog.getByLabel('Código').fill(code)
  await dialog.getByRole('button', { name: 'Crear el borrador' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Constancia de trabajo (Argentina)' }).waitFor()
  await page.getByRole('article').getByText('CONSTANCIA DE TRABAJO').waitFor()
  await page.getByRole('button', { name: 'Publicar', exact: true }).press('Enter')
  await page.getByRole('button', { name: 'Publicar la versión 1' }).press('Enter')
  await expect
    .poll(() => admin.pb.collection('formats').getFirstListItem(`code = "${code}"`))
    .toMatchObject({ status: 'published', paper: { country: 'AR' } })
})
