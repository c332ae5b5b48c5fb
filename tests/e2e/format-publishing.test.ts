import { expect, test } from 'vitest'
import { formatOf } from '../support/batch.ts'
import {
  barriers,
  browser,
  loseResponse,
  onAPhone,
  openPageAs,
  openSession,
  repeatRequest,
  showBodySource,
} from '../support/browser.ts'
import { anAdmin, aUser } from '../support/people.ts'
import { aFormat, aPublishedFormat } from '../support/requests.ts'
import { findLooseIds } from '../support/screens.ts'

const admin = await anAdmin()

test('the preview breaks lines at the width of the PDF in any window', async () => {
  const contract = await formatOf(admin.pb, 'CPS')
  for (const device of [{ viewport: { width: 1440, height: 900 } }, onAPhone]) {
    const page = await openPageAs(browser, admin, `/app/format/${contract}`, device)
    await page.getByRole('article').getByText('PRIMERA').waitFor()
    await page.evaluate(async () => void (await document.fonts.ready))
    const ends = await page.evaluate(() => {
      const lines = [...document.querySelectorAll<SVGTextElement>('article text')]
      const endOf = (line: SVGTextElement) => line.getEndPositionOfChar((line.textContent ?? '').trimEnd().length - 1)
      // The hyphen of a broken word is a text of its own, after its line.
      const hyphens = lines.filter((line) => line.textContent === '-')
      return lines
        .filter((line) => line.hasAttribute('word-spacing'))
        .map((line) => {
          const end = endOf(line)
          const hyphen = hyphens.find((each) => {
            const start = each.getStartPositionOfChar(0)
            return Math.abs(start.x - end.x) < 0.3 && Math.abs(start.y - end.y) < 0.3
          })
          return hyphen ? endOf(hyphen).x : end.x
        })
    })
    // The text of a page of letter ends 533 points from the left.
    expect(ends.length).toBeGreaterThan(8)
    for (const end of ends) expect(Math.abs(end - 533)).toBeLessThan(0.3)
    expect(await page.evaluate(() => document.fonts.check('700 10px Documento', 'Ññ'))).toBe(true)
    await page.context().close()
  }
})

test('an administrator creates and publishes a format, which can then be requested', async () => {
  const page = await openSession(browser, admin)
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
  await showBodySource(page)
  await page.getByRole('textbox', { name: 'Redacción' }).fill('# PERMISO\n\nPor {{numero_de_dia}} días.')
  await page.getByText('Línea 3, «numero_de_dia»').waitFor()
  await page.getByRole('textbox', { name: 'Redacción' }).fill('# PERMISO\n\nPor {{numero_de_dias}} días.')
  await page.getByRole('article').getByText('Por 3 días.').waitFor()
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByRole('switch', { name: 'La aprobación genera un documento definitivo' }).check()
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Versión 1').waitFor()
  const asker = await openPageAs(browser, await aUser(), '/app/request/create')
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
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByText('1 error por corregir antes de publicar').waitFor()
  await page.getByRole('tab', { name: 'Redacción' }).press('End')
  await page.getByRole('tab', { name: 'Probar' }).press('ArrowLeft')
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

test('unsaved changes of a format survive a reload and a save by another administrator', async () => {
  const page = await openSession(browser, admin)
  const { id } = await aPublishedFormat(admin)
  await page.goto(`/app/format/${id}`)
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await showBodySource(page)
  await body.fill(`${await body.inputValue()}\n\nPárrafo propio.`)
  await page.reload()
  await expect.poll(() => body.inputValue()).toContain('Párrafo propio.')
  await admin.pb.collection('formats').update(id, { description: 'Otra descripción.' })
  // The server refuses the save, whether or not the page has received the change.
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Este formato cambió en otra ventana o en otro equipo.').waitFor()
  expect(await body.inputValue()).toContain('Párrafo propio.')
  await page.getByRole('button', { name: 'Ver la versión guardada' }).click()
  expect(await body.inputValue()).not.toContain('Párrafo propio.')
})

test('saving goes on if the response to a save is lost or the call is repeated', async () => {
  const page = await openSession(browser, admin)
  const { id } = await aPublishedFormat(admin)
  const open = async () => {
    await page.goto(`/app/format/${id}`)
    await page.getByRole('tab', { name: 'Datos' }).click()
  }
  await open()
  const description = page.getByLabel(/^Descripción/)
  const save = () => page.getByRole('button', { name: 'Guardar', exact: true }).click()
  const path = `**/api/collections/formats/records/${id}**`
  await loseResponse(page, path, 'PATCH')
  await description.fill('Primera.')
  await save()
  await page.getByText('No hay conexión').first().waitFor()
  await description.fill('Segunda.')
  await save()
  await page.getByText('Formato guardado.').waitFor()
  await open()
  await expect.poll(() => description.inputValue()).toBe('Segunda.')

  await page.unrouteAll()
  await repeatRequest(page, path, 'PATCH')
  await description.fill('Tercera.')
  await save()
  await page.getByText('Formato guardado.').waitFor()
  expect(await page.getByText('Este formato cambió').count()).toBe(0)
  expect(await admin.pb.collection('formats').getOne(id)).toMatchObject({ description: 'Tercera.' })
})

test('a column is edited in its own dialog, with its own labels and errors', async () => {
  const format = await aFormat(admin, {
    fields: [
      { key: 'items', label: 'Ítems', type: 'table', columns: [{ key: 'valor', label: 'Valor', type: 'money' }] },
    ],
  })
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: /Campos/ }).click()
  await page.getByRole('button', { name: 'Editar Ítems' }).press('Enter')
  const table = page.getByRole('dialog', { name: 'Editar «Ítems»' })
  await table.getByRole('button', { name: 'Agregar columna' }).press('Enter')
  const column = page.getByRole('dialog', { name: 'Nueva columna' })
  await column.getByLabel('Nombre', { exact: true }).waitFor()
  expect(await findLooseIds(page)).toEqual([])
  await column.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await column.getByRole('alert').getByText('Escriba el nombre.').waitFor()
  const inColumn = () => column.evaluate((dialog) => dialog.contains(document.activeElement))
  await expect.poll(inColumn).toBe(true)
  await page.keyboard.type('Cantidad')
  expect(await column.getByLabel('Nombre', { exact: true }).inputValue()).toBe('Cantidad')
  expect(await table.getByLabel('Nombre', { exact: true }).first().inputValue()).toBe('Ítems')
  // Unsaved input is never discarded without a question.
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
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  await page.getByRole('tab', { name: /Campos/ }).click()
  await page.getByRole('button', { name: 'Editar Nombre' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Tipo').selectOption('Número entero')
  await dialog.getByText('El ejemplo no cumple las reglas del campo').waitFor()
  await dialog.getByLabel('Tipo').selectOption('Una opción')
  expect(await dialog.getByLabel('Opciones').inputValue()).toBe('Ana\nÍñigo')
  await dialog.getByLabel('Tipo').selectOption('Texto')
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  // The field whose condition used a removed option shows an error and a select to change the condition.
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
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
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
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  const body = page.getByRole('textbox', { name: 'Redacción' })
  await showBodySource(page)
  await body.fill('# Constancia\n\nOtra cosa de {{nombre}}.')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Hay cambios guardados sin publicar').waitFor()
  await page.goto('/app/format/?search=cambiar+constancia')
  await page.getByRole('row', { name: /Con cambios sin publicar/ }).waitFor()
  await page.goto(`/app/format/${format.id}`)
  await page.getByRole('button', { name: 'Comparar con lo publicado' }).click()
  await page.getByRole('button', { name: 'Volver a esta versión (la 1)' }).click()
  await page.getByRole('button', { name: 'Reemplazar el borrador' }).click()
  await expect.poll(() => body.inputValue()).toBe('# Constancia\n\nConsta que **{{nombre}}** existe.')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Hay cambios guardados sin publicar').waitFor({ state: 'detached' })
  await page.goto('/app/format/?search=por+cambiar')
  await page.getByRole('row', { name: /Constancia por cambiar/ }).waitFor()
  expect(await page.getByText('Con cambios sin publicar').count()).toBe(0)
})

test('reports that there is nothing to publish if the draft equals the published version', async () => {
  const format = await aPublishedFormat(admin)
  const page = await openPageAs(browser, admin, `/app/format/${format.id}`)
  const publish = page.getByRole('button', { name: 'Publicar', exact: true })
  const confirm = page.getByRole('button', { name: 'Publicar la versión 2' })
  const nothing = page.getByText('No hay cambios por publicar. El borrador es igual a la versión 1.')
  await publish.press('Enter')
  await nothing.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  await nothing.waitFor({ state: 'detached' })

  // The name is not part of a version.
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByLabel('Nombre', { exact: true }).fill('Constancia con otro nombre')
  await publish.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Constancia con otro nombre' }).waitFor()
  await nothing.waitFor()
  expect(await page.getByRole('dialog').count()).toBe(0)
  expect(await page.getByText('Formato publicado.').count()).toBe(0)
  expect(await admin.pb.collection('formats').getOne(format.id)).toMatchObject({ version: 1, edited: false })

  await page.getByRole('tab', { name: 'Redacción' }).click()
  await showBodySource(page)
  await page.getByRole('textbox', { name: 'Redacción' }).fill('# Constancia\n\nOtra cosa de {{nombre}}.')
  await publish.press('Enter')
  await confirm.press('Enter')
  await page.getByText('Formato publicado.').waitFor()
  await page.getByText('Versión 2').waitFor()
})
