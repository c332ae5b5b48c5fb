import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBatch, cartaLaboral, formatOf, isDone, post, progressWhen, sendRows } from '../support/batch.ts'
import { asPerson, barriers, barriersInBothThemes, onAPhone, openBrowser, openPage } from '../support/browser.ts'
import { linksIn, mailTo } from '../support/mailbox.ts'
import { anAdmin, anInactiveUser, aUser, type Person } from '../support/people.ts'
import { aDraft, aFormat, aPublishedFormat } from '../support/requests.ts'

let browser: Browser
let admin: Person
let ana: Person
let places: Record<string, string>
beforeAll(async () => {
  browser = await openBrowser()
  ;[admin, ana] = await Promise.all([anAdmin(), aUser({ name: 'Ana Ruiz' })])
  await anInactiveUser({ name: 'Quien Espera' })
  const batch = await aBatch(ana.pb, { total: 2 })
  await sendRows(ana.pb, batch, [cartaLaboral(), cartaLaboral({ fecha_ingreso: '31/02/2020' })])
  await post(ana.pb, `/${batch.id}/confirm`)
  await progressWhen(ana.pb, batch, isDone)
  places = {
    $batch: batch.id,
    $user: ana.id,
    $format: await formatOf(admin.pb, 'OC'),
  }
})
afterAll(() => browser.close())

const fill = (path: string) => path.replace(/\$\w+/, (name) => places[name] ?? name)

const screens = [
  '/app/request/batch/$batch',
  '/app/format/',
  '/app/format/$format',
  '/app/user-managment/',
  '/app/user-managment/$user/request',
  '/app/settings',
  '/app/setup?step=organisation',
  '/app/setup?step=signatory',
  '/app/setup?step=formats',
  '/app/settings/organisation',
  '/app/settings/registration',
  '/app/settings/paper',
  '/app/settings/signatories',
  '/app/settings/profile-fields',
  '/app/settings/groups',
  '/app/settings/backups',
  '/app/settings/keys',
  '/app/settings/webhooks',
  '/app/audit',
]

test.each(screens)('%s has no accessibility violations in either theme on desktop, tablet and phone', async (path) => {
  for (const device of [{}, { viewport: { width: 768, height: 1024 } }, onAPhone]) {
    const page = await openPage(browser, device)
    await asPerson(page, admin)
    await page.goto(fill(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await barriersInBothThemes(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect(await currentOutOfView(page)).toEqual([])
    await page.context().close()
  }
})

/** Rows of places that do not show which of them one is at. */
const currentOutOfView = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('nav > [aria-current="page"], [role="tab"][aria-selected="true"]')].flatMap(
      (each) => {
        const [own, row] = [each.getBoundingClientRect(), each.parentElement?.getBoundingClientRect()]
        return row && own.left > row.left - 1 && own.right < row.right + 1 ? [] : [each.textContent]
      },
    ),
  )

/** Whether the hint of an empty field stands in it whole. */
function hasRoomForHint(field: Element): boolean {
  const { fontSize, fontFamily, paddingLeft, paddingRight } = getComputedStyle(field)
  const pen = document.createElement('canvas').getContext('2d')
  if (!pen || !(field instanceof HTMLInputElement)) return false
  pen.font = `${fontSize} ${fontFamily}`
  const room = field.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
  return pen.measureText(field.placeholder).width <= room
}

test('the batch of another user shows only tabs that hold rows', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(fill('/app/request/batch/$batch'))
  const tabs = page.getByRole('tablist', { name: 'Qué filas se ven' }).getByRole('tab')
  await expect.poll(() => tabs.allTextContents()).toEqual(['Con errores1', 'Todas2'])
})

test('the audit log marks the settings as current in the navigation', async () => {
  const page = await openPage(browser, { viewport: { width: 1366, height: 768 } })
  await asPerson(page, admin)
  await page.goto('/app/audit')
  await page.getByRole('button', { name: 'Filtros' }).click()
  await expect.poll(() => page.getByRole('combobox', { name: 'Quién' }).evaluate(hasRoomForHint)).toBe(true)
  const place = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Ajustes' })
  await expect.poll(() => place.getAttribute('aria-current')).toBe('page')
  await page.context().close()
})

test('on a phone, the audit log shows its first row early and filters behind a button', async () => {
  const page = await openPage(browser, onAPhone)
  await asPerson(page, admin)
  await page.goto('/app/audit')
  await page.getByRole('button', { name: 'Filtros' }).waitFor()
  const first = page.getByRole('table').getByRole('row').nth(1)
  await expect.poll(async () => (await first.boundingBox())?.y ?? 900).toBeLessThan(480)
  expect(await page.getByLabel('Sobre qué').isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Filtros' }).tap()
  await page.getByLabel('Sobre qué').selectOption({ label: 'Usuarios' })
  await page.getByRole('button', { name: 'Filtros (1)' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.context().close()
})

test.each([
  ['/app/user-managment/', 'Invitar', 'Nombre'],
  ['/app/settings/webhooks', 'Nuevo webhook', 'Dirección'],
  ['/app/format/', 'Nuevo formato', 'Categoría'],
])('%s asks for confirmation before closing an edited dialog', async (path, opens, label) => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(path)
  await page.getByRole('button', { name: opens }).press('Enter')
  const dialogs = page.getByRole('dialog')
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(0)
  await page.getByRole('button', { name: opens }).press('Enter')
  await dialogs.getByLabel(label).fill('algo')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: /^¿Salir sin guardar est[ea] / }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialogs.count()).toBe(1)
  expect(await dialogs.getByLabel(label).inputValue()).toBe('algo')
  await dialogs.getByRole('button', { name: 'Volver' }).click()
  await page.getByRole('button', { name: 'Descartar lo escrito' }).click()
  await expect.poll(() => dialogs.count()).toBe(0)
})

test('at 1366 × 768, shows all tabs of a format and the whole organisation name', async () => {
  const page = await openPage(browser, { viewport: { width: 1366, height: 768 } })
  await asPerson(page, admin)
  const name = 'Corporación Colombiana de Servicios Administrativos y Documentales del Pacífico'
  await page.route('**/api/collections/settings/records**', async (route) => {
    const response = await route.fetch()
    const body = await response.text()
    await route.fulfill({ response, body: body.replace(/"organisationName":"[^"]*"/, `"organisationName":"${name}"`) })
  })
  await page.goto(`/app/format/${await formatOf(admin.pb, 'CL')}`)
  const tabs = page.getByRole('tablist', { name: 'Partes del formato' })
  await tabs.waitFor()
  const list = await tabs.boundingBox()
  const right = (list?.x ?? 0) + (list?.width ?? 0)
  const ends = await tabs
    .getByRole('tab')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()).map(({ x, width }) => x + width))
  expect(ends).toHaveLength(6)
  for (const end of ends) expect(end).toBeLessThanOrEqual(right)
  const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth && element.clientHeight > 30
  expect(await page.getByText(name).first().evaluate(isWhole)).toBe(true)
  await page.context().close()
})

test('activation warns about an unconfirmed email; an account without requests is corrected and deleted', async () => {
  const eva = await anInactiveUser({ name: 'Eva Sin Confirmar' })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/user-managment/?search=${eva.email}`)
  await page.getByRole('button', { name: 'Activar', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(`Esta persona no ha confirmado su correo (${eva.email}).`, { exact: false }).waitFor()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  const choose = async (item: string) => {
    await page.getByRole('button', { name: /^Más acciones/ }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await choose('Corregir nombre, correo o teléfono')
  await dialog.getByLabel('Nombre completo').fill('Eva Corregida')
  await dialog.getByLabel('Correo electrónico').fill(`nueva-${eva.email}`)
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar los datos' }).click()
  await page
    .getByText(`Se envió un enlace a nueva-${eva.email}. El correo cambia cuando la persona lo confirme.`)
    .waitFor()
  await page.getByRole('link', { name: 'Eva Corregida' }).waitFor()
  const link = linksIn(await mailTo(`nueva-${eva.email}`))[0] ?? ''
  const own = await openPage(browser)
  await own.goto(link)
  await own.getByLabel('Contraseña', { exact: true }).fill('otra-clave')
  await own.getByRole('button', { name: 'Confirmar el correo' }).click()
  await own.getByText('La contraseña no es correcta.').first().waitFor()
  expect(await barriers(own)).toEqual([])
  await own.getByLabel('Contraseña', { exact: true }).fill(eva.password)
  await own.getByRole('button', { name: 'Confirmar el correo' }).click()
  await own.getByRole('heading', { name: 'Correo confirmado' }).waitFor()
  await page.goto(`/app/user-managment/?search=nueva-${eva.email}`)
  await choose('Borrar la cuenta')
  await dialog.getByRole('button', { name: 'Borrar la cuenta' }).click()
  await page.getByText('Cuenta borrada.').waitFor()
  await page.getByText('Nadie coincide con la búsqueda').waitFor()
  await Promise.all([page, own].map((each) => each.context().close()))
})

test('the preview breaks lines at the width of the PDF in any window', async () => {
  const contract = await formatOf(admin.pb, 'CPS')
  for (const device of [{ viewport: { width: 1440, height: 900 } }, onAPhone]) {
    const page = await openPage(browser, device)
    await asPerson(page, admin)
    await page.goto(`/app/format/${contract}`)
    await page.getByRole('article').getByText('PRIMERA').waitFor()
    await page.evaluate(async () => void (await document.fonts.ready))
    const ends = await page.evaluate(() =>
      [...document.querySelectorAll<SVGTextElement>('article text[word-spacing]')].map(
        (line) => line.getEndPositionOfChar((line.textContent ?? '').trimEnd().length - 1).x,
      ),
    )
    // The text of a page of letter ends 533 points from the left.
    expect(ends.length).toBeGreaterThan(8)
    for (const end of ends) expect(Math.abs(end - 533)).toBeLessThan(0.3)
    expect(await page.evaluate(() => document.fonts.check('700 10px Documento', 'Ññ'))).toBe(true)
    await page.context().close()
  }
})

test('requests of an unknown user show the not-found page', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto('/app/user-managment/nadie0000000000/request')
  await page.getByRole('heading', { level: 1, name: 'Not Found' }).waitFor()
  expect(await page.getByRole('table').count()).toBe(0)
})

test.each([
  '/app/format/',
  '/app/user-managment/',
  '/app/settings',
  '/app/settings/organisation',
  '/app/settings/backups',
])('%s shows the not-found page to users without administration', async (path) => {
  const page = await openPage(browser)
  const answers: string[] = []
  page.on('response', async (answer) => answers.push(await answer.text().catch(() => '')))
  await asPerson(page, ana)
  await page.goto(path)
  await page.getByRole('heading', { name: 'Not Found' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(answers.filter((text) => text.includes(admin.email) || text.includes('Quien Espera'))).toEqual([])
})

test('a user name is always shown as text', async () => {
  const name = '<img src=x onerror=alert(1)>'
  const odd = await aUser({ name })
  const page = await openPage(browser)
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await asPerson(page, admin)
  for (const path of [`/app/user-managment/?search=${odd.email}`, `/app/user-managment/${odd.id}/request`]) {
    await page.goto(path)
    await page.getByText(name).first().waitFor()
    expect(await page.locator('img[src="x"]').count()).toBe(0)
  }
  expect(dialogs).toEqual([])
})

test('an administrator creates and publishes a format, which can then be requested', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const code = String.fromCharCode(...Array.from({ length: 4 }, () => 65 + Math.floor(Math.random() * 26)))
  await page.goto('/app/format/')
  await page.getByRole('button', { name: 'Nuevo formato' }).click()
  await page.getByLabel('Código').fill(code)
  await page.getByLabel('Nombre').fill(`Permiso ${code}`)
  await page.getByLabel('Categoría').fill('Pruebas')
  await page.getByRole('button', { name: 'Crear el borrador' }).click()
  await page.getByRole('heading', { level: 1, name: `Permiso ${code}` }).waitFor()
  expect(await page.getByRole('button', { name: 'Publicar' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Agregar campo' }).click()
  await page.getByLabel('Nombre', { exact: true }).fill('Número de días')
  await page.getByLabel('Tipo').selectOption('Número entero')
  expect(await page.getByLabel('Clave').count()).toBe(0)
  await page.getByRole('button', { name: 'Más opciones' }).click()
  expect(await page.getByLabel('Clave').inputValue()).toBe('numero_de_dias')
  await page.getByLabel('Ejemplo').fill('3')
  await page.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('tab', { name: 'Redacción' }).click()
  await page.getByRole('textbox', { name: 'Redacción' }).fill('# PERMISO\n\nPor {{numero_de_dia}} días.')
  await page.getByText('Línea 3, «numero_de_dia»').waitFor()
  await page.getByRole('textbox', { name: 'Redacción' }).fill('# PERMISO\n\nPor {{numero_de_dias}} días.')
  await page.getByRole('article').getByText('Por 3 días.').waitFor()
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByRole('switch', { name: 'La aprobación genera un documento definitivo' }).check()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Versión 1').waitFor()
  const asker = await openPage(browser)
  await asPerson(asker, ana)
  await asker.goto('/app/request/create')
  await asker.getByRole('link', { name: `Permiso ${code}` }).click()
  await asker.getByLabel('Número de días').waitFor()
  await asker.getByText(/^Al aprobarse, el documento será definitivo/).waitFor()
})

test('the page setup of a format is chosen by keyboard and updates the preview', async () => {
  const format = await aFormat(admin, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', example: 'Íñigo Núñez' },
      { key: 'dia', label: 'Día', type: 'date', example: '03/04/2025' },
      { key: 'valor', label: 'Valor', type: 'decimal', example: '1.234,50' },
    ],
    body: 'Recibe {{valor}}.',
    paper: { letterhead: 'issuer' },
  })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${format.id}`)
  await page.getByText('1 error por corregir antes de publicar').waitFor()
  await page.getByRole('tab', { name: 'Redacción' }).press('End')
  const name = page.getByLabel('Campo con su nombre')
  expect(await name.getAttribute('aria-invalid')).toBe('true')
  await page.getByText('Este dato es obligatorio.').waitFor()
  const choose = async (label: string, letters: string) => {
    await page.getByLabel(label).focus()
    await page.keyboard.type(letters)
  }
  await choose('Campo con su nombre', 'Nombre')
  await choose('Fecha del documento', 'Día')
  await choose('Tamaño del papel', 'Legal')
  await choose('Márgenes', 'Estrechos')
  await choose('Párrafos', 'Solo')
  await choose('Números y fechas como en', 'Perú')
  const sheet = page.getByRole('article', { name: 'Vista previa del documento' })
  await sheet.locator('svg[viewBox="0 0 612 1008"]').waitFor()
  await sheet.getByText('Íñigo Núñez').waitFor()
  await sheet.getByText('3 de abril de 2025').waitFor()
  await sheet.getByText('Recibe 1,234.5.').waitFor()
  await page.getByRole('radio', { name: /^Los datos de quien lo expide/ }).press('ArrowDown')
  await sheet.getByText('Íñigo Núñez').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: /^Ninguno/ }).press('ArrowUp')
  await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await page.getByText('Formato guardado.').waitFor()
  const { paper } = await admin.pb.collection('formats').getOne(format.id)
  const look = { size: 'legal', margins: 'narrow', ragged: true, country: 'PE' }
  expect(paper).toEqual({ date: 'dia', letterhead: 'issuer', issuer: { name: 'nombre' }, ...look })

  await page.getByRole('tab', { name: /Campos/ }).click()
  await page.getByRole('button', { name: 'Quitar Día' }).click()
  await page.getByRole('tab', { name: 'Papel' }).click()
  await page.getByText(/^El campo elegido ya no existe o es de otro tipo\. Los documentos llevan el día/).waitFor()
  expect(await sheet.getByText('3 de abril de 2025').count()).toBe(0)
  for (const [width, colorScheme] of [
    [1440, 'light'],
    [768, 'dark'],
    [390, 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    expect(await barriers(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
})

test('an administrator creates a group of users found by name, and a member names a substitute', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const name = `Compras ${ana.id}`
  const { name: unlike } = await aUser({ name: `Zoilo ${ana.id}` })
  await page.goto('/app/settings/groups')
  await page.getByRole('button', { name: 'Agregar grupo' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Guardar el grupo' }).click()
  await dialog.getByText('Nombre: Este dato es obligatorio.').waitFor()
  await dialog.getByRole('textbox', { name: 'Nombre' }).fill(name)
  await dialog.getByLabel('Agregar una persona').pressSequentially(unlike.toUpperCase())
  await page.getByRole('option', { name: unlike }).waitFor()
  await page.keyboard.press('Enter')
  await dialog.getByText('1 persona', { exact: true }).waitFor()
  expect(await dialog.getByLabel('Agregar una persona').inputValue()).toBe('')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar el grupo' }).click()
  await page.getByRole('listitem').filter({ hasText: name }).getByText(`1 persona: ${unlike}`).waitFor()
  const { items } = await admin.pb.collection('groups').getList(1, 1, { filter: `name = "${name}"` })
  await admin.pb.collection('groups').update(items[0]?.id ?? '', { members: [ana.id] })

  const own = await openPage(browser)
  await asPerson(own, ana)
  await own.goto('/app/profile')
  await own.getByRole('button', { name: 'Agregar reemplazo' }).click()
  const replacing = own.getByRole('dialog')
  await replacing.getByLabel('Quién decide por mí').fill(admin.name)
  await own.getByRole('option', { name: admin.name }).first().click()
  await replacing.getByLabel('Hasta').fill('2020-01-01')
  await replacing.getByRole('button', { name: 'Guardar el reemplazo' }).click()
  await replacing.getByText('El último día es anterior al primero.').first().waitFor()
  await replacing.getByLabel('Hasta').fill(await replacing.getByLabel('Desde').inputValue())
  expect(await barriers(own)).toEqual([])
  await replacing.getByRole('button', { name: 'Guardar el reemplazo' }).click()
  await own.getByText(`${admin.name} decide por usted`).waitFor()

  await page.getByRole('button', { name: `Borrar ${name}` }).click()
  await page.getByText('1 persona deja de pertenecer a él').waitFor()
  await page.getByRole('button', { name: 'Borrar 1 grupo' }).click()
  await expect.poll(() => page.getByRole('listitem').filter({ hasText: name }).count()).toBe(0)
  await Promise.all([page, own].map((each) => each.context().close()))
})

test('a dialog returns focus to its menu, or to the heading if its button disappeared', async () => {
  const waiting = await anInactiveUser({ name: 'Zenaida Foco' })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/user-managment/?search=${waiting.email}`)
  const focused = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.tagName)
  await page.getByRole('button', { name: 'Más acciones para Zenaida Foco' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Activar' }).press('Enter')
  await page.getByRole('dialog', { name: '¿Activar a Zenaida Foco?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(focused).toBe('Más acciones para Zenaida Foco')
  await page.getByRole('button', { name: 'Activar', exact: true }).click()
  await page.getByRole('button', { name: 'Activar 1 usuario' }).click()
  await expect.poll(focused).toBe('H1')
})

test('unsaved changes of a format survive a reload and a save by another administrator', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const format = await formatOf(admin.pb, 'CC')
  await page.goto(`/app/format/${format}`)
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await body.fill(`${await body.inputValue()}\n\nPárrafo propio.`)
  await page.reload()
  await expect.poll(() => body.inputValue()).toContain('Párrafo propio.')
  await admin.pb.collection('formats').update(format, { description: 'Otra descripción.' })
  // Live or not yet, the save itself is refused.
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Este formato cambió en otra ventana o en otro equipo.').waitFor()
  expect(await body.inputValue()).toContain('Párrafo propio.')
  await page.getByRole('button', { name: 'Ver la versión guardada' }).click()
  expect(await body.inputValue()).not.toContain('Párrafo propio.')
})

/** Ids that stand twice, and labels and descriptions that point to nothing. */
const looseIds = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
    const named = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((each) => each.getAttribute(name)?.split(/\s+/) ?? []),
    )
    return [...twice, ...named.filter((id) => id && !document.getElementById(id))]
  })

test('every screen and dialog has unique ids and a control for each label', async () => {
  const page = await openPage(browser)
  await asPerson(page, admin)
  const draft = await aDraft(admin)
  places.$draft = draft.id
  const paths = [
    ...screens,
    '/app/dashboard',
    '/app/request/',
    '/app/request/create',
    '/app/request/create?draft=$draft',
    '/app/request/$draft',
    '/app/request/create-batch',
    '/app/profile',
  ]
  for (const path of paths) {
    await page.goto(fill(path))
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await looseIds(page), path).toEqual([])
  }
  await page.goto('/app/format/')
  await page.getByRole('button', { name: 'Nuevo formato' }).click()
  await page.getByRole('dialog').waitFor()
  expect(await looseIds(page)).toEqual([])
})

test('a column is edited in its own dialog, with its own labels and errors', async () => {
  const format = await aFormat(admin, {
    fields: [
      { key: 'items', label: 'Ítems', type: 'table', columns: [{ key: 'valor', label: 'Valor', type: 'money' }] },
    ],
  })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${format.id}`)
  await page.getByRole('tab', { name: /Campos/ }).click()
  await page.getByRole('button', { name: 'Editar Ítems' }).press('Enter')
  const table = page.getByRole('dialog', { name: 'Editar «Ítems»' })
  await table.getByRole('button', { name: 'Agregar columna' }).press('Enter')
  const column = page.getByRole('dialog', { name: 'Nueva columna' })
  await column.getByLabel('Nombre', { exact: true }).waitFor()
  expect(await looseIds(page)).toEqual([])
  await column.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await column.getByRole('alert').getByText('Escriba el nombre.').waitFor()
  const inColumn = () => column.evaluate((dialog) => dialog.contains(document.activeElement))
  await expect.poll(inColumn).toBe(true)
  await page.keyboard.type('Cantidad')
  expect(await column.getByLabel('Nombre', { exact: true }).inputValue()).toBe('Cantidad')
  expect(await table.getByLabel('Nombre', { exact: true }).first().inputValue()).toBe('Ítems')
  // Nothing typed goes without a question.
  await page.keyboard.press('Escape')
  await page
    .getByRole('dialog', { name: '¿Salir sin aceptar esta columna?' })
    .getByRole('button', { name: 'Volver' })
    .click()
  await column.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await table.getByText('cantidad · Texto').waitFor()
})

test('changing the type of a field leaves nothing that prevents publishing', async () => {
  const format = await aFormat(admin, {
    fields: [
      {
        key: 'nombre',
        label: 'Nombre',
        type: 'choice',
        options: [{ value: 'Ana' }, { value: 'Íñigo' }],
        example: 'Ana',
      },
      { key: 'otro', label: 'Otro', type: 'text', visibleIf: { key: 'nombre', equals: 'Ana' } },
    ],
  })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${format.id}`)
  await page.getByRole('tab', { name: /Campos/ }).click()
  await page.getByRole('button', { name: 'Editar Nombre' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tipo').selectOption('Número entero')
  await dialog.getByText('El ejemplo no cumple las reglas del campo').waitFor()
  await dialog.getByLabel('Tipo').selectOption('Una opción')
  expect(await dialog.getByLabel('Opciones').inputValue()).toBe('Ana\nÍñigo')
  await dialog.getByLabel('Tipo').selectOption('Texto')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  // What asked for one of its options says so, and has the control that mends it.
  await page.getByRole('button', { name: 'Editar Otro' }).click()
  await dialog.getByLabel('Se muestra', { exact: true }).selectOption('Siempre')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Versión 1').waitFor()
})

test('renaming a field or column updates the whole format', async () => {
  const format = await aFormat(admin, {
    fields: [
      { key: 'valor', label: 'Valor', type: 'decimal' },
      { key: 'doble', label: 'Doble', type: 'computed', formula: 'valor * 2' },
      { key: 'items', label: 'Ítems', type: 'table', columns: [{ key: 'valor', label: 'Precio', type: 'decimal' }] },
    ],
    body: '{{valor}} {{doble}}\n{{#items}}\n| {{valor}} |\n{{/items}}',
  })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${format.id}`)
  await page.getByRole('tab', { name: /Campos/ }).click()
  await page.getByRole('button', { name: 'Editar Valor' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Más opciones' }).click()
  await page.getByRole('dialog').getByLabel('Clave').fill('monto')
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click()
  await page.getByText('«valor» es ahora «monto» en todo el formato.').waitFor()
  await page.getByRole('button', { name: 'Editar Ítems' }).click()
  await page.getByRole('button', { name: 'Editar Precio' }).click()
  const column = page.getByRole('dialog', { name: 'Editar «Precio»' })
  await column.getByRole('button', { name: 'Más opciones' }).click()
  await column.getByLabel('Clave').fill('precio')
  await column.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Formato guardado.').waitFor()
  const { fields, body } = await admin.pb.collection('formats').getOne(format.id)
  expect(body).toBe('{{monto}} {{doble}}\n{{#items}}\n| {{precio}} |\n{{/items}}')
  expect(fields).toMatchObject([{ key: 'monto' }, { formula: 'monto * 2' }, { columns: [{ key: 'precio' }] }])
})

test('shows unpublished changes in catalogue and editor, and reverts them', async () => {
  const format = await aPublishedFormat(admin, { name: 'Constancia por cambiar' })
  const page = await openPage(browser)
  await asPerson(page, admin)
  await page.goto(`/app/format/${format.id}`)
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await body.fill('# Constancia\n\nOtra cosa de {{nombre}}.')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Hay cambios guardados sin publicar').waitFor()
  await page.goto('/app/format/?search=por+cambiar')
  await page.getByRole('row', { name: /Con cambios sin publicar/ }).waitFor()
  await page.goto(`/app/format/${format.id}`)
  await page.getByRole('button', { name: 'Volver a la versión publicada' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Volver a la versión publicada' }).click()
  await expect.poll(() => body.inputValue()).toBe('# Constancia\n\nConsta que **{{nombre}}** existe.')
  await page.getByText('Hay cambios guardados sin publicar').waitFor({ state: 'detached' })
  await page.goto('/app/format/?search=por+cambiar')
  await page.getByRole('row', { name: /Constancia por cambiar/ }).waitFor()
  expect(await page.getByText('Con cambios sin publicar').count()).toBe(0)
})
