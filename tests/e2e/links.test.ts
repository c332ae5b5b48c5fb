import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriersInBothThemes, browser, onAPhone, openPage, openSession } from '../support/browser.ts'
import { aSentLink, hashToken, type SentLink } from '../support/links.ts'
import { codeIn, mailTo } from '../support/mailbox.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aRequest, settled, take } from '../support/requests.ts'
import { signInSuperuser } from '../support/superuser.ts'
import { testServer } from '../support/test-server.ts'

const [superuser, owner, admin] = await Promise.all([signInSuperuser(testServer().url), aUser(), anAdmin()])

async function aDocument(): Promise<string> {
  const { id } = await aRequest(owner, admin, 'approved')
  await settled(owner, id)
  return id
}
const aLink = async (change: object = {}) => aSentLink(superuser, await aDocument(), change)
const title = (page: Page) => page.getByRole('heading', { level: 1 })
const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar código a mi correo' })

/** Types the newest code from the mailbox. */
async function typeCode(page: Page, { email }: SentLink, after = 0) {
  const code = codeIn(await mailTo(email, { after }))
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(code)
}

/** Opens a link and confirms the code. */
async function openDocuments(page: Page, link: SentLink) {
  await page.goto(`/d/${link.token}`)
  await sendButton(page).click()
  await typeCode(page, link)
  await page.getByRole('button', { name: 'Salir' }).waitFor()
}

test('a person without an account opens the document of a mail on a phone, and nothing else changes', async () => {
  const link = await aLink()
  const page = await openSession(browser, owner, onAPhone)
  const session = await page.context().cookies()
  await page.goto(`/d/${link.token}`)
  await expect.poll(() => title(page).textContent()).toMatch(/^.+ le envió un documento$/)
  expect(new URL(page.url()).pathname).toBe('/d')
  expect(await page.locator('body').innerText()).not.toContain(link.email)
  expect(await barriersInBothThemes(page)).toEqual([])

  await sendButton(page).click()
  await expect.poll(() => title(page).textContent()).toBe('Escriba el código')
  expect(await barriersInBothThemes(page)).toEqual([])
  // A phone may unload the page while its user reads the mail.
  await page.reload()
  await expect.poll(() => title(page).textContent()).toBe('Escriba el código')
  await typeCode(page, link)

  await expect.poll(() => title(page).textContent()).toBe('Carta laboral')
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  const press = async (name: string) => {
    const [response] = await Promise.all([
      page.waitForResponse((answer) => answer.request().isNavigationRequest() && answer.url().includes('/document?')),
      page.getByRole('button', { name }).click(),
    ])
    return [response.status(), response.headers()['content-type'], response.headers()['content-disposition']]
  }
  const file = expect.stringMatching(/^inline; filename="CL-\d{4}-\d+\.pdf"$/)
  expect(await press('Ver documento')).toEqual([200, 'application/pdf', file])
  await page.goto('/d')
  const download = expect.stringMatching(/^attachment; filename="CL-\d{4}-\d+\.pdf"$/)
  const saved = page.waitForEvent('download')
  expect(await press('Descargar PDF')).toEqual([200, 'application/pdf', download])
  // A navigation during the download would be aborted.
  await (await saved).path()

  await page.reload()
  await expect.poll(() => title(page).textContent()).toBe('Carta laboral')
  expect(await page.context().cookies()).toEqual(session)
  await page.goto('/app/dashboard')
  await page.waitForURL('**/app/dashboard')
  await page.getByRole('navigation').first().waitFor()
  await page.goto('/d')
  await page.getByRole('button', { name: 'Salir' }).click()
  await expect.poll(() => title(page).textContent()).toBe('Abra el enlace de su correo')
  await page.reload()
  await expect.poll(() => title(page).textContent()).toBe('Abra el enlace de su correo')
})

test('the keyboard alone opens several documents of one link', async () => {
  const link = await aLink()
  const requests = [await aDocument(), await aDocument()]
  for (const request of requests)
    await aSentLink(superuser, request, { guest: link.guest, tokenHash: hashToken(link.token) })
  await take(admin, 'annul', { ids: [requests[1]], reason: 'Ya no trabaja aquí.' })
  await settled(owner, requests[1] ?? '')
  const page = await openPage(browser)
  await page.goto(`/d/${link.token}`)
  await expect.poll(() => title(page).textContent()).toMatch(/ le envió 3 documentos$/)
  await page.keyboard.press('Tab')
  await expect.poll(() => sendButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  // The focus moves to the title, because the button disappeared.
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Escriba el código')
  await page.keyboard.press('Tab')
  await page.keyboard.type('000000')
  await page.getByText('El código no es correcto').first().waitFor()
  const code = codeIn(await mailTo(link.email))
  await page.getByLabel('Dígito 1 de 6').focus()
  await page.keyboard.type(code)
  await expect.poll(() => title(page).textContent()).toBe('Sus documentos')
  expect(await page.getByRole('article').count()).toBe(3)
  await page.getByText(/^Se anuló el .+ Ya no es válido\.$/).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Sus documentos')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Ver documento')
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('the page says what to do if a link cannot be opened', async () => {
  const page = await openPage(browser)
  const expired = await aLink({ expires: '2026-01-01 00:00:00.000Z' })
  await page.goto(`/d/${expired.token}`)
  await page.getByText('Este enlace venció, o llegó uno más reciente.').waitFor()
  expect(await page.getByRole('button').count()).toBe(0)
  expect(await barriersInBothThemes(page)).toEqual([])

  const link = await aLink()
  await page.route('**/api/app/links/*', (route) => route.abort())
  await page.goto(`/d/${link.token}`)
  await page.getByText('No hay conexión con el servidor.').waitFor()
  await page.unroute('**/api/app/links/*')
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await sendButton(page).waitFor()

  await superuser.collection('guests').update(link.guest, { blocked: true })
  await sendButton(page).click()
  await page.getByText('Con este correo ya no se pueden abrir documentos.').waitFor()
  await superuser.collection('guests').update(link.guest, { blocked: false })

  await page.route('**/api/app/links/code', (route) =>
    route.fulfill({
      status: 429,
      json: { status: 429, message: 'Ya enviamos varios códigos a su correo.', data: { code: { code: 'link.codes' } } },
    }),
  )
  await sendButton(page).click()
  await page.getByText('Ya enviamos varios códigos a su correo.').waitFor()
})

test('an ended session asks for another code, and the link of another person too', async () => {
  const [link, other] = [await aLink(), await aLink()]
  const page = await openPage(browser)
  await openDocuments(page, link)
  // Ends all sessions of the guest.
  await superuser.collection('guests').update(link.guest, { password: 'otra-clave-1', passwordConfirm: 'otra-clave-1' })
  await page.getByRole('button', { name: 'Ver documento' }).click()
  await page.getByText('Su sesión terminó, o era de otro correo.').waitFor()
  await sendButton(page).click()
  await typeCode(page, link, 1)
  await page.getByRole('button', { name: 'Salir' }).waitFor()

  await page.goto(`/d/${other.token}`)
  await sendButton(page).click()
  await typeCode(page, other)
  await page.getByRole('button', { name: 'Salir' }).waitFor()
  expect(await page.getByRole('article').count()).toBe(1)
})
