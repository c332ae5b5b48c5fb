import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import type { Format } from '../../src/domain/formats/format.ts'
import { cartaLaboral } from '../support/batch.ts'
import { barriers, browser, onAPhone, openPageAs, openSession } from '../support/browser.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aDraft, aPublishedFormat, aRequest, pageOf, requests, take } from '../support/requests.ts'

const [ana, amparo, rosa] = await Promise.all([
  aUser({ name: 'Ana Güell' }),
  anAdmin({ name: 'Amparo Gil' }),
  anAdmin({ name: 'Rosa Díaz' }),
])

/** Creates `count` requests of a new format, submitted one after the other. */
async function waiting(count: number): Promise<{ format: Format; ids: string[] }> {
  const format = await aPublishedFormat(amparo)
  const ids: string[] = []
  for (let n = 1; n <= count; n++) {
    const { id } = await aDraft(ana, { nombre: `Persona ${n}` }, format.code)
    await take(ana, 'submit', { ids: [id] })
    ids.push(id)
  }
  return { format, ids }
}

const inQueue = (person: Person, search: string, options = {}) =>
  openPageAs(browser, person, `/app/request/queue?${search}`, options)

const numberOf = async (id: string) => (await requests(amparo).getOne(id)).number
/** Approves by key. The queue ignores this key in the first moments after it shows a request. */
async function approves(page: Page) {
  await page.waitForTimeout(700)
  await page.keyboard.press('a')
}

const shows = (page: Page, number: string) => page.getByRole('heading', { level: 2, name: number }).waitFor()

describe('decision queue', () => {
  it('loads each request with one call', async () => {
    const { format, ids } = await waiting(3)
    const [first = '', second = '', third = ''] = ids
    await take(amparo, 'return', { ids: [first], reason: 'Falta el segundo apellido.' })
    await take(ana, 'submit', { ids: [first] })
    const page = await openSession(browser, amparo)
    const read: string[] = []
    page.on('request', (call) => {
      const { pathname, search } = new URL(call.url())
      const isOfOne = [...ids, format.id, 'format_versions'].some((part) => `${pathname}${search}`.includes(part))
      if (call.method() === 'GET' && pathname !== '/api/app/requests' && isOfOne && pathname.startsWith('/api/'))
        read.push(pathname)
    })
    await page.goto(`/app/request/queue?format=${format.id}`)
    for (const id of [second, third, first]) {
      await shows(page, await numberOf(id))
      await page.keyboard.press('j')
    }
    await page.getByRole('heading', { name: 'Qué cambió' }).waitFor()
    await page.getByText('Se envió de nuevo sin cambiar ningún dato.').waitFor()
    await page.keyboard.press('d')
    await page.getByRole('list', { name: 'Motivos frecuentes' }).getByText('Falta el segundo apellido.').waitFor()
    // The request that is open when the subscription is confirmed is read once more.
    expect([...new Set(read)].sort()).toEqual(ids.map((id) => `/api/app/requests/${id}/view`).sort())
    await page.context().close()
  })

  it('is completed by keyboard alone while another administrator decides one request', async () => {
    const { format, ids } = await waiting(12)
    const page = await inQueue(amparo, `format=${format.id}`)
    const expected: Record<string, string> = {}
    const contested = ids[7] as string
    for (const id of ids) {
      const number = await numberOf(id)
      await shows(page, number)
      const turn = ids.indexOf(id)
      if (id === contested) {
        await page.keyboard.press('d')
        await page.keyboard.type('Esto lo escribí yo.')
        await take(rosa, 'reject', { ids: [id], reason: 'No procede.' })
        await page.getByText('Esta solicitud ya está decidida: Rosa Díaz la rechazó.').waitFor()
        expect(await page.getByLabel('Qué debe corregir').inputValue()).toBe('Esto lo escribí yo.')
        await page.keyboard.press('Escape')
        await page.keyboard.press('j')
        expected[id] = 'rejected: No procede.'
      } else if (turn % 3 === 0) {
        await approves(page)
        await page.keyboard.press('Enter')
        expected[id] = 'approved: '
      } else if (turn % 3 === 1) {
        await page.keyboard.press('d')
        await page.keyboard.type(`Falta algo en la ${turn}; al dar a, r o j no pasa nada.`)
        await page.keyboard.press('Control+Enter')
        expected[id] = `returned: Falta algo en la ${turn}; al dar a, r o j no pasa nada.`
      } else {
        await page.keyboard.press('r')
        await page.keyboard.type('Se repite.')
        await page.keyboard.press('Control+Enter')
        expected[id] = 'rejected: Se repite.'
      }
    }
    await page.getByText('No queda nada por revisar').waitFor()
    const { items } = await pageOf(amparo, { format: format.id, perPage: 30 })
    expect(Object.fromEntries(items.map(({ id, status, reason }) => [id, `${status}: ${reason}`]))).toEqual(expected)
  })

  it('moves forward and back, shows its shortcuts and ignores letters if they are disabled', async () => {
    const { format, ids } = await waiting(3)
    const [first, second] = await Promise.all(ids.slice(0, 2).map(numberOf))
    const page = await inQueue(amparo, `format=${format.id}`)
    await shows(page, first ?? '')
    // Phones show no shortcuts.
    const mark = page.getByText('J', { exact: true })
    await mark.waitFor()
    await page.setViewportSize(onAPhone.viewport)
    await mark.waitFor({ state: 'hidden' })
    await page.setViewportSize({ width: 1280, height: 720 })
    // The next request is preloaded with its values and document, so it opens even offline.
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.keyboard.press('j')
    await shows(page, second ?? '')
    await page.getByRole('region', { name: 'Datos' }).getByText('Persona 2', { exact: true }).waitFor()
    const shown = async () => (await page.getByRole('figure').first().textContent())?.replace(/\s/g, '')
    await expect.poll(shown).toContain('Persona2')
    await page.context().setOffline(false)
    await page.keyboard.press('k')
    await shows(page, first ?? '')
    await page.keyboard.press('?')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('switch', { name: 'Teclas de una sola letra' }).press('Space')
    await page.keyboard.press('Escape')
    await page.keyboard.press('j')
    await page.keyboard.press('d')
    expect(await page.getByLabel('Qué debe corregir').count()).toBe(0)
    await page.reload()
    await shows(page, first ?? '')
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await shows(page, second ?? '')
  })

  it('offers earlier reasons and notes at fields, and names who decided before', async () => {
    const { format, ids } = await waiting(2)
    const [first = '', second = ''] = ids
    await take(rosa, 'return', { ids: [first], reason: 'Falta la firma del jefe.' })
    const page = await inQueue(amparo, `format=${format.id}`)
    const other = await inQueue(rosa, `format=${format.id}`)
    await shows(other, await numberOf(second))
    await shows(page, await numberOf(second))
    await page.keyboard.press('d')
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Falta la firma del jefe.' }).press('Enter')
    const note = page.getByRole('button', { name: 'Agregar nota a «Nombre»' })
    await note.press('Enter')
    await page.getByRole('textbox', { name: 'Nota en «Nombre»' }).waitFor()
    await note.press('Enter')
    await page.keyboard.type('Escríbalo completo.')
    await page.keyboard.press('Control+Enter')
    await page.getByText('No queda nada por revisar').waitFor()
    await other.getByText('Esta solicitud ya está decidida: Amparo Gil la devolvió.').waitFor()
    const owner = await openPageAs(browser, ana, `/app/request/create?draft=${second}`)
    await owner.getByText('Escríbalo completo.').waitFor()
    const box = owner.getByRole('textbox', { name: 'Nombre' })
    const described = await box.getAttribute('aria-describedby')
    expect(await owner.locator(`#${described?.split(' ')[0]}`).innerText()).toContain('Escríbalo completo.')
    expect(await barriers(owner)).toEqual([])
  })

  it('reports a failed decision by number without moving an approver who left', async () => {
    const { format, ids } = await waiting(3)
    const [first = '', second = '', third = ''] = await Promise.all(ids.map(numberOf))
    const page = await inQueue(amparo, `format=${format.id}`)
    const answers: ((isGood: boolean) => Promise<void>)[] = []
    await page.route('**/api/app/requests/approve', (route) => {
      answers.push((isGood) => (isGood ? route.continue() : route.abort()))
    })
    const answer = async (isGood: boolean) => {
      await expect.poll(() => answers.length).toBe(1)
      await answers.pop()?.(isGood)
    }
    // The shortcut for the next request is pressed while the call is sent.
    await page.evaluate(() => {
      const send = window.fetch
      window.fetch = (...call) => {
        const key = new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true })
        if (String(call[0]).endsWith('/requests/approve')) document.body.dispatchEvent(key)
        return send(...call)
      }
    })
    const list = page.getByRole('navigation', { name: 'Por revisar' })
    await shows(page, first)
    await approves(page)
    await approves(page)
    await expect.poll(() => answers.length).toBe(1)
    await page.keyboard.press('j')
    await expect.poll(() => page.getByRole('button', { name: 'Siguiente' }).isDisabled()).toBe(true)
    await shows(page, first)
    await list.getByRole('link', { name: third }).click()
    await shows(page, third)
    await answer(false)
    await page.getByText(`${first}: no se pudo aprobar.`).waitFor()
    await shows(page, third)
    await page.keyboard.press('k')
    await shows(page, second)
    await approves(page)
    await page.keyboard.press('Enter')
    await expect.poll(() => answers.length).toBe(1)
    await list.getByRole('link', { name: first }).click()
    await shows(page, first)
    await answer(true)
    await page.getByText(`Aprobó ${second}.`).waitFor()
    await shows(page, first)
    await page.keyboard.press('j')
    await shows(page, third)
    await expect.poll(() => page.getByText(`Aprobó ${second}.`).count()).toBe(0)
    await approves(page)
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Ver historial y comentarios' }).click()
    await page.waitForURL(`**/app/request/${ids[2]}`)
    await answer(true)
    await expect.poll(async () => (await requests(amparo).getOne(ids[2] ?? '')).status).toBe('approved')
    expect(page.url()).toContain(`/app/request/${ids[2]}`)
  })

  it('goes on if the response to a decision was lost', async () => {
    const { format, ids } = await waiting(2)
    const [first = '', second = ''] = await Promise.all(ids.map(numberOf))
    const page = await inQueue(amparo, `format=${format.id}`)
    await shows(page, first)
    await page.route('**/api/app/requests/approve', async (route) => {
      const isFirst = (await requests(amparo).getOne(ids[0] ?? '')).status === 'submitted'
      if (isFirst) await route.fetch()
      await route.abort()
    })
    await approves(page)
    await page.keyboard.press('Enter')
    await page.getByText(`Aprobó ${first}.`).waitFor()
    await shows(page, second)
    expect(await page.getByText('no se pudo').count()).toBe(0)
  })

  it('ignores repeated approval keys', async () => {
    const { format, ids } = await waiting(2)
    const [first = '', second = ''] = await Promise.all(ids.map(numberOf))
    const page = await inQueue(amparo, `format=${format.id}`)
    await shows(page, first)
    await approves(page)
    const form = page.getByRole('region', { name: `¿Aprobar ${first}?` })
    await form.waitFor()
    await page.keyboard.press('Space')
    expect(await form.getByRole('heading').evaluate((heading) => heading === document.activeElement)).toBe(true)
    // Stops the clock that the guard reads, because a slow machine needs longer than the guard lasts.
    const stopClock = () =>
      page.evaluate(() => {
        const now = performance.now()
        performance.now = () => now
      })
    // Outside the form, the key only moves focus back to it. A held key confirms nothing.
    await form.getByRole('heading').blur()
    await page.keyboard.down('a')
    for (let n = 0; n < 3; n++) await page.keyboard.down('a')
    await page.keyboard.up('a')
    expect(await form.getByRole('heading').evaluate((heading) => heading === document.activeElement)).toBe(true)
    expect(await form.getByRole('button', { name: 'Aprobar' }).getAttribute('aria-busy')).toBe(null)
    await stopClock()
    for (let n = 0; n < 6; n++) await page.keyboard.press('a')
    await shows(page, second)
    const sign = page.getByText('Esta solicitud se acaba de abrir. Pulse A otra vez para aprobarla.')
    for (let n = 0; n < 6; n++) await page.keyboard.press('a')
    await page.getByText(`Aprobó ${first}.`).waitFor()
    await sign.waitFor()
    expect(await page.getByRole('region', { name: /Aprobar/ }).count()).toBe(0)
    expect((await requests(amparo).getOne(ids[1] ?? '')).status).toBe('submitted')
  })

  it('continues across pages and reports its end', async () => {
    const { format, ids } = await waiting(31)
    const [first = '', last = '', beyond = ''] = await Promise.all([0, 29, 30].map((n) => numberOf(ids[n] ?? '')))
    const page = await inQueue(amparo, `format=${format.id}&at=${ids[29]}`)
    await shows(page, last)
    await page.keyboard.press('j')
    await shows(page, beyond)
    await page.keyboard.press('j')
    await page.getByText('Es la última.').waitFor()
    await page.keyboard.press('k')
    await shows(page, last)
    await page.keyboard.press('j')
    await shows(page, beyond)
    await page.evaluate(() => {
      const seen = () =>
        document.body.innerText.includes('No queda nada') && document.body.setAttribute('data-empty', '')
      new MutationObserver(seen).observe(document.body, { childList: true, subtree: true })
    })
    await approves(page)
    await page.keyboard.press('Enter')
    await shows(page, first)
    expect(await page.locator('[data-empty]').count()).toBe(0)
  })

  it('is stacked on a phone and operated by buttons', async () => {
    const { format, ids } = await waiting(1)
    const page = await inQueue(amparo, `format=${format.id}`, { ...onAPhone, colorScheme: 'dark' })
    await shows(page, await numberOf(ids[0] ?? ''))
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // In landscape, as with 200 % zoom, nothing covers the focused element.
    await page.setViewportSize({ width: 640, height: 400 })
    const link = page.getByRole('link', { name: 'Ver historial y comentarios' })
    await link.focus()
    const isSeen = (there: Element) => {
      const { left, top, height } = there.getBoundingClientRect()
      return there.contains(document.elementFromPoint(left + 4, top + height / 2))
    }
    expect(await link.evaluate(isSeen)).toBe(true)
    await page.setViewportSize(onAPhone.viewport)
    await page.getByRole('button', { name: 'Aprobar' }).click()
    await page
      .getByRole('region', { name: /Aprobar/ })
      .getByRole('button', { name: 'Aprobar' })
      .click()
    await page.getByText('No queda nada por revisar').waitFor()
    expect((await requests(amparo).getOne(ids[0] ?? '')).status).toBe('approved')
  })
})

describe('resubmitted request', () => {
  it('shows the changes, the reason for its return and the earlier values', async () => {
    const { id } = await aRequest(ana, amparo, 'submitted')
    const notes = { cargo: 'El del contrato.', fecha_ingreso: 'Revise el año.' }
    await take(amparo, 'return', { ids: [id], reason: 'El cargo no es.', notes })
    await requests(ana).update(id, { values: cartaLaboral({ cargo: 'Jefa de nómina' }) })
    await take(ana, 'submit', { ids: [id] })
    const page = await openPageAs(browser, amparo, `/app/request/${id}`)
    const changes = page.getByRole('region', { name: 'Qué cambió' })
    await changes.getByText('El cargo no es.').waitFor()
    await changes.locator('del').waitFor()
    expect(await changes.locator('del').allInnerTexts()).toEqual([expect.stringContaining('Analista de nómina')])
    expect(await changes.locator('ins').allInnerTexts()).toEqual([expect.stringContaining('Jefa de nómina')])
    expect(await changes.getByText('Revise el año.').count()).toBe(1)
    expect(await changes.getByText('Sigue como estaba.').count()).toBe(1)
    expect(await barriers(page)).toEqual([])
    await page.getByRole('button', { name: 'Ver lo enviado' }).first().click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Analista de nómina').waitFor()
    expect(await dialog.getByText('Jefa de nómina').count()).toBe(0)
    expect(await barriers(page)).toEqual([])
  })

  it('accepts notes at fields from the page of the request', async () => {
    const { id } = await aRequest(ana, amparo, 'submitted')
    const page = await openPageAs(browser, amparo, `/app/request/${id}`)
    await page.getByRole('button', { name: 'Devolver' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Qué debe corregir').fill('Un dato.')
    await dialog.getByRole('button', { name: 'Nota en un campo' }).click()
    await page.getByRole('menuitem', { name: 'Cargo' }).click()
    await dialog.getByRole('textbox', { name: 'Nota en «Cargo»' }).fill('El del contrato.')
    await dialog.getByRole('button', { name: 'Devolver' }).click()
    await page.getByText('Solicitud devuelta.').waitFor()
    await page.getByRole('region', { name: 'Datos' }).getByText('El del contrato.').waitFor()
    expect((await requests(ana).getOne(id)).status).toBe('returned')
  })
})
