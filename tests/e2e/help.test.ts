import { describe, expect, it } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'

const admin = await anAdmin()

describe('help without a session', () => {
  it.each(['/auth/login', '/auth/register/', '/auth/recover'])('is linked from %s', async (path) => {
    const page = await openPage(browser)
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await page.getByRole('link', { name: 'Ayuda', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Ayuda' }).waitFor()
  })

  it('lists its pages and finds a section without accents', async () => {
    const page = await openPage(browser)
    await page.goto('/ayuda')
    await page.getByRole('heading', { level: 1, name: 'Ayuda' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Páginas de la ayuda' }).getByRole('link').count()).toBe(15)
    expect(await barriersInBothThemes(page)).toEqual([])

    await page.getByRole('searchbox', { name: 'Buscar en la ayuda' }).fill('pasos de aprobacion')
    await page.getByRole('link', { name: 'Pasos de aprobación' }).first().click()
    await page.getByRole('heading', { level: 1, name: 'Decidir solicitudes' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/ayuda/decidir')
    const heading = page.getByRole('heading', { level: 2, name: 'Pasos de aprobación' })
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 9_999).toBeLessThan(300)
    expect(await barriersInBothThemes(page)).toEqual([])
  })

  it('reports an empty search and an unknown page', async () => {
    const page = await openPage(browser)
    await page.goto('/ayuda?q=quincuagésimo')
    await page.getByText('Sin resultados para «quincuagésimo»').waitFor()
    await page.goto('/ayuda/otra')
    await page.getByRole('heading', { level: 1, name: 'Página no encontrada' }).waitFor()
    expect(await page.getByRole('link', { name: 'Ir a la aplicación' }).count()).toBe(1)
  })
})

describe('help next to a screen', () => {
  it('opens the section of the screen, follows links and navigation, and closes with Escape', async () => {
    const page = await openPageAs(browser, admin, '/app/settings/groups', { viewport: { width: 1800, height: 600 } })
    const open = page.getByRole('button', { name: 'Ayuda', exact: true })
    await open.press('Enter')
    const help = page.getByRole('dialog', { name: 'Ayuda' })
    await help.getByRole('heading', { name: 'Decidir solicitudes' }).waitFor()
    // The section is near the end of its page, so it cannot be scrolled to the top.
    const section = help.getByRole('heading', { name: 'Grupos y reemplazos' })
    await expect.poll(async () => (await section.boundingBox())?.y ?? 9_999).toBeLessThan(500)
    expect(await page.evaluate(() => window.scrollY)).toBe(0)
    expect(await barriersInBothThemes(page)).toEqual([])

    // The page beside the panel remains usable.
    await page.getByRole('link', { name: 'Formatos', exact: true }).click()
    await help.getByRole('heading', { name: 'Crear y publicar formatos' }).waitFor()
    await help.getByRole('link', { name: 'Redacción' }).click()
    await help.getByRole('heading', { name: 'Escribir la redacción de un formato' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/app/format')

    await help.getByRole('button', { name: 'Cerrar la ayuda' }).press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await open.getAttribute('aria-expanded')).toBe('false')
  })

  it('covers the page on a phone and returns the focus', async () => {
    const page = await openPageAs(browser, admin, '/app/request/create', onAPhone)
    const open = page.getByRole('button', { name: 'Ayuda', exact: true })
    await open.press('Enter')
    const help = page.getByRole('dialog', { name: 'Ayuda' })
    await help.getByText('El borrador se guarda solo').waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await page.keyboard.press('Escape')
    await help.waitFor({ state: 'detached' })
    expect(await open.evaluate((button) => button === document.activeElement)).toBe(true)
  })
})
