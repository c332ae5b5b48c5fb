import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { aFormatWithFiles, aPicture } from '../support/attachments.ts'
import { asPerson, barriersInBothThemes, browser, onAPhone, openPage, openPageAs } from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aRequest, settled } from '../support/requests.ts'

/**
 * Counts the taps of a page, also across navigations. Taps into text fields count as typing: the user types there next.
 * The returned function gives the labels of the other taps, in order.
 */
async function countTaps(page: Page): Promise<() => string[]> {
  const taps: string[] = []
  await page.exposeFunction('recordTap', (label: string) => taps.push(label))
  await page.addInitScript(() => {
    const typed = 'textarea, input:not([type=radio], [type=checkbox], [type=file], [type=date], [type=submit])'
    addEventListener(
      'pointerdown',
      ({ target }) => {
        if (!(target instanceof Element) || target.closest(typed)) return
        const control = target.closest('label') ?? target.closest('a, button, select, input') ?? target
        const { recordTap } = window as unknown as { recordTap: (label: string) => void }
        recordTap((control.getAttribute('aria-label') ?? control.textContent ?? '').trim())
      },
      true,
    )
  })
  return () => taps
}

describe('employment certificate on a phone', () => {
  it('needs at most eight taps besides typing, from the dashboard to the submitted request', async () => {
    const page = await openPage(browser, onAPhone)
    const taps = await countTaps(page)
    await asPerson(page, await aUser())
    await page.goto('/app/dashboard')
    await page.getByRole('link', { name: 'Nueva solicitud' }).first().tap()
    await page.getByRole('link', { name: /Carta laboral/ }).tap()

    const type = async (label: string, text: string) => {
      await page.getByRole('textbox', { name: label }).tap()
      await page.keyboard.type(text)
    }
    await type('Nombre completo', 'María José Güell Peña')
    await page.getByRole('radio', { name: 'CC', exact: true }).tap()
    await type('Número de documento', '0012345678')
    await type('Cargo', 'Analista de nómina')
    await page.getByRole('radio', { name: 'término indefinido' }).tap()
    // Without separators, because the numeric keyboard of iPhones has none.
    await type('Fecha de ingreso', '03022020')
    await page.getByRole('radio', { name: 'Sí' }).tap()
    await type('Salario mensual', '2500000')
    await type('Ciudad de expedición', 'Bogotá D. C.')
    await page.getByRole('button', { name: 'Enviar solicitud' }).tap()
    await page.getByRole('heading', { level: 1, name: /^SOL-\d{4}-\d{6}$/ }).waitFor()
    await page.getByText('3 de febrero de 2020').first().waitFor()

    expect(taps()).toEqual([
      'Nueva solicitud',
      expect.stringContaining('Carta laboral'),
      'CC',
      'término indefinido',
      'Sí',
      'Enviar solicitud',
    ])
    expect(taps().length).toBeLessThanOrEqual(8)
  })
})

describe('first use on a phone', () => {
  it('shows the first request in the upper 330 px of the list', async () => {
    const [ana, admin] = await Promise.all([aUser(), anAdmin()])
    await aRequest(ana, admin, 'submitted')
    for (const person of [ana, admin]) {
      const page = await openPageAs(browser, person, '/app/request/', onAPhone)
      const first = page.getByRole('table').getByRole('row').nth(1)
      await first.waitFor()
      await page.waitForLoadState('networkidle')
      expect((await first.boundingBox())?.y).toBeLessThanOrEqual(330)
      await page.getByRole('button', { name: 'Exportar' }).tap()
      await page.getByRole('menuitem', { name: 'Libro de Excel (.xlsx)' }).waitFor()
      await page.keyboard.press('Escape')
      expect(await barriersInBothThemes(page)).toEqual([])
      await page.context().close()
    }
  })

  it('opens the page by itself when the connection is back', async () => {
    const page = await openPageAs(browser, await aUser(), '/app/request/', onAPhone)
    await page.getByText('Aún no hay solicitudes').waitFor()
    await page.context().setOffline(true)
    await page.getByRole('navigation', { name: 'Accesos rápidos' }).getByRole('link', { name: 'Lotes' }).tap()
    await page.getByRole('heading', { name: 'Sin conexión' }).waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Lotes' }).waitFor()
  })
})

describe('lists and requests on a phone', () => {
  it('show each request as a card with title and status in one line, which opens where it is tapped', async () => {
    const [ana, admin] = await Promise.all([aUser(), anAdmin()])
    const { id, number } = await aRequest(ana, admin, 'submitted')
    const page = await openPageAs(browser, ana, '/app/request/', onAPhone)
    const card = page.getByRole('table').getByRole('row').nth(1)
    await card.getByRole('link', { name: number }).waitFor()
    const [title, status, amount] = await Promise.all(
      [card.getByText('Carta laboral'), card.getByText('Enviada'), card.getByText('$ 2.500.000,00')].map((part) =>
        part.boundingBox(),
      ),
    )
    const middle = (box: typeof title) => (box?.y ?? Number.NaN) + (box?.height ?? Number.NaN) / 2
    expect(Math.abs(middle(title) - middle(status))).toBeLessThan(6)
    expect((amount?.x ?? 0) + (amount?.width ?? 0)).toBeGreaterThan(340)
    // No label repeats what the card shows.
    const labels = await card
      .getByRole('cell')
      .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, '::before').content))
    expect(labels.filter((content) => content.startsWith('"'))).toEqual([])
    const box = await card.boundingBox()
    expect(box?.height).toBeLessThan(130)
    await page.touchscreen.tap((box?.x ?? 0) + 150, (box?.y ?? 0) + (box?.height ?? 0) - 12)
    await page.waitForURL(`**/app/request/${id}`)
  })

  it('are sorted by a select instead of column headers', async () => {
    const [ana, admin] = await Promise.all([aUser(), anAdmin()])
    const numbers: string[] = []
    for (const status of ['submitted', 'returned'] as const) numbers.push((await aRequest(ana, admin, status)).number)
    const page = await openPageAs(browser, ana, '/app/request/', onAPhone)
    const shown = () => page.getByRole('table').getByRole('link').allInnerTexts()
    await expect.poll(shown).toEqual(numbers.toReversed())
    expect(await page.getByRole('columnheader').getByRole('button').count()).toBe(0)
    await page.getByRole('combobox', { name: 'Ordenar por' }).selectOption('Número, ascendente')
    await expect.poll(shown).toEqual(numbers)
  })

  it('show the document, or its buttons, before the data', async () => {
    const [ana, admin] = await Promise.all([aUser(), anAdmin()])
    const submitted = await aRequest(ana, admin, 'submitted')
    const approved = await aRequest(ana, admin, 'approved')
    await settled(ana, approved.id)
    const paper = (page: Page) => page.getByRole('article', { name: 'Vista previa del documento' })
    const download = (page: Page) => page.getByRole('button', { name: 'Descargar PDF' })
    for (const [person, path, getDocument] of [
      [ana, `/app/request/${submitted.id}`, paper],
      [admin, `/app/request/queue?at=${submitted.id}`, paper],
      [ana, `/app/request/${approved.id}`, download],
    ] as const) {
      const page = await openPageAs(browser, person, path, onAPhone)
      await getDocument(page).waitFor()
      const top = (await getDocument(page).boundingBox())?.y ?? Number.NaN
      expect(top, path).toBeLessThan(
        (await page.getByRole('heading', { name: 'Datos' }).boundingBox())?.y ?? Number.NaN,
      )
    }
  })
})

describe('installing the product', () => {
  it('passes the manifest check of the browser', async () => {
    const page = await openPage(browser, onAPhone)
    await page.goto('/auth/login')
    const devtools = await page.context().newCDPSession(page)
    const { url, errors, manifest } = await devtools.send('Page.getAppManifest')
    expect({ path: new URL(url).pathname, errors }).toEqual({ path: '/manifest.webmanifest', errors: [] })
    expect(manifest).toMatchObject({ name: 'Formatos preeliminares', display: 'kStandalone' })
    expect(new URL(manifest.startUrl ?? '').pathname).toBe('/app')
    expect(manifest.icons).toHaveLength(4)
  })

  it('applies the theme colour to the browser bars', async () => {
    const page = await openPageAs(browser, await aUser(), '/app/profile', { colorScheme: 'light' })
    const colours = () =>
      page
        .locator('meta[name=theme-color]')
        .evaluateAll((metas) =>
          metas.flatMap((meta) =>
            matchMedia((meta as HTMLMetaElement).media).matches ? (meta as HTMLMetaElement).content : [],
          ),
        )
    expect(await colours()).toEqual(['#f3f6f3'])
    await page.getByRole('main').getByText('Oscuro').click()
    await expect.poll(colours).toEqual(['#0d1210'])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.getByRole('main').getByText('Claro').click()
    await expect.poll(colours).toEqual(['#f3f6f3'])
    await page.getByRole('main').getByText('Del sistema').click()
    await expect.poll(colours).toEqual(['#0d1210'])
  })
})

/** Returns a noisy JPEG of about 4 MB, as a camera's, made by the browser. */
async function takePhoto(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1600, height: 1200 })
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D
    const image = pen.createImageData(canvas.width, canvas.height)
    for (let at = 0; at < image.data.length; at++) image.data[at] = at % 4 === 3 ? 255 : Math.random() * 256
    pen.putImageData(image, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.98).split(',')[1] ?? ''
  })
  return Buffer.from(base64, 'base64')
}

describe('camera as a source of attachments', () => {
  it('takes photos on a phone, reduces them to the limit and reports it', async () => {
    const format = await aFormatWithFiles(await anAdmin(), { max: 2, megabytes: 1 })
    const page = await openPageAs(browser, await aUser(), `/app/request/create?format=${format.id}`, onAPhone)
    await page.getByLabel('Nombre').fill('Ana Peña')
    await page.getByRole('button', { name: 'Elegir archivos' }).waitFor()
    expect(await page.getByText('Suelte aquí los archivos').isVisible()).toBe(false)
    expect(await barriersInBothThemes(page)).toEqual([])

    const buffer = await takePhoto(page)
    expect(buffer.length).toBeGreaterThan(2 * 1_048_576)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Tomar foto' }).tap(),
    ])
    expect(await chooser.element().getAttribute('capture')).toBe('environment')
    expect(await chooser.element().getAttribute('accept')).toBe('image/jpeg,image/png,image/webp')
    await chooser.setFiles({ name: 'image.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByText(/^La foto pesaba [\d,]+ MB\. Se redujo a [\d,]+ [kM]B para adjuntarla\.$/).waitFor()

    const small = aPicture()
    await page
      .getByLabel('Foto de la cámara')
      .setInputFiles({ name: 'image.png', mimeType: 'image/png', buffer: small })
    const files = page.getByRole('list', { name: 'Soportes' }).getByRole('listitem')
    await expect
      .poll(() => files.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^foto \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.jpg\s/),
        expect.stringMatching(/^foto \d{4}-\d\d-\d\d \d\d-\d\d-\d\d\.png\s/),
      ])
    await page.getByRole('button', { name: 'Enviar solicitud' }).tap()
    await page.getByRole('heading', { level: 1, name: /^SOL-/ }).waitFor()
  })

  it('is not offered on desktop or by a field without images', async () => {
    const admin = await anAdmin()
    const format = await aFormatWithFiles(admin, { accepts: ['pdf'] })
    const phone = await openPageAs(browser, admin, `/app/request/create?format=${format.id}`, onAPhone)
    await phone.getByRole('button', { name: 'Elegir archivos' }).waitFor()
    expect(await phone.getByRole('button', { name: 'Tomar foto' }).count()).toBe(0)

    const desk = await openPageAs(browser, admin, `/app/request/create?format=${(await aFormatWithFiles(admin)).id}`)
    await desk.getByText('Suelte aquí los archivos').waitFor()
    expect(await desk.getByRole('button', { name: 'Tomar foto' }).count()).toBe(0)
  })
})
