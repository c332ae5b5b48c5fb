import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Field } from '../../src/domain/fields/field.ts'
import { formatOf } from '../support/batch.ts'
import { barriersInBothThemes, browser, onAPhone, openPageAs, showBodySource } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'
import { aFormat } from '../support/requests.ts'

const admin = await anAdmin()

const bodyFields: Field[] = [
  { key: 'nombre', label: 'Nombre completo', type: 'text', example: 'Ana' },
  {
    key: 'tipo_contrato',
    label: 'Tipo de contrato',
    type: 'choice',
    options: [{ value: 'fijo' }, { value: 'obra o labor' }],
    example: 'fijo',
  },
]

/** Styled editor of a format with two fields, with the cursor at the end. */
async function aStyledEditor(body: string) {
  const { id } = await aFormat(admin, { fields: bodyFields, body })
  const page = await openPageAs(browser, admin, `/app/format/${id}`)
  const text = page.getByRole('textbox', { name: 'Redacción' })
  await text.focus()
  await page.keyboard.press('Control+End')
  await cursorRead(page)
  return { page, text, keys: page.keyboard }
}

/** Waits until the editor has read the cursor that a key has moved; the browser reports it a moment later. */
const cursorRead = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))))

/** Moves the cursor to the start. Repeats it, because ProseMirror reverts this jump during the first 200 ms after a focus. */
async function goToStart(page: Page) {
  await expect
    .poll(async () => {
      await page.keyboard.press('Control+Home')
      await cursorRead(page)
      return page.getByRole('textbox', { name: 'Redacción' }).evaluate((area) => {
        const { focusNode, focusOffset } = getSelection() as Selection
        const before = document.createRange()
        before.setStart(area, 0)
        if (focusNode) before.setEnd(focusNode, focusOffset)
        return before.toString()
      })
    })
    .toBe('')
}

/** Returns the source, and shows the styled text again. */
async function readSource(page: Page) {
  await showBodySource(page)
  const source = await page.getByRole('textbox', { name: 'Redacción' }).inputValue()
  await page.getByRole('button', { name: 'Ver con estilo' }).click()
  const text = page.getByRole('textbox', { name: 'Redacción' })
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true)
  // ProseMirror reverts a jump to the start of the text during the first 200 ms after a focus (`DOMObserver.flush`).
  await page.waitForTimeout(250)
  return source
}

test('a clause, a field, a condition and a table are written by keyboard alone', async () => {
  const { page, text, keys } = await aStyledEditor('# CONTRATO\n\n')
  await keys.press('Control+b')
  await keys.type('{{cláusula}}. Objeto.')
  await text.getByText('PRIMERA').waitFor()
  await keys.press('Control+b')
  await keys.type(' Contrata a @')
  await page.getByRole('combobox', { name: 'Buscar un dato' }).waitFor()
  await keys.type('completo')
  await keys.press('Enter')
  await text.getByText('Nombre completo').waitFor()
  await keys.type(' (a@b.co).')
  await keys.press('Enter')
  // The toolbar is one tab stop before the text.
  await keys.press('Shift+Tab')
  await keys.press('Home')
  await keys.press('ArrowRight')
  await keys.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Si el campo').selectOption('Tipo de contrato')
  await dialog.getByLabel('Valor').selectOption('obra o labor')
  await dialog.getByText('Se lee: si Tipo de contrato es obra o labor.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true)
  await keys.type('Por obra.')
  await keys.press('Control+End')
  await cursorRead(page)
  await keys.press('Enter')
  await keys.press('Alt+F10')
  await page.getByRole('button', { name: 'Tabla', exact: true }).press('Enter')
  for (const cell of ['Una', 'Otra', '1', '2', '3']) {
    await keys.type(cell)
    await keys.press('Tab')
  }
  await keys.type('4')
  await keys.press('ArrowUp')
  await keys.type('0')
  expect(await barriersInBothThemes(page)).toEqual([])
  // Escape, then Tab, leaves the table.
  await keys.press('Escape')
  await keys.press('Tab')
  expect(await text.evaluate((area) => area === document.activeElement)).toBe(false)
  expect(await readSource(page)).toBe(
    [
      '# CONTRATO',
      '',
      '**{{cláusula}}. Objeto.** Contrata a {{nombre}} (a@b.co).',
      '{{#si tipo_contrato = "obra o labor"}}',
      'Por obra.',
      '{{/si}}',
      '| Una | Otra |',
      '| 1 | 20 |',
      '| 3 | 4 |',
    ].join('\n'),
  )
})

test('a wide table has the width of the page, so that no word of its header breaks', async () => {
  const page = await openPageAs(browser, admin, `/app/format/${await formatOf(admin.pb, 'OC')}`, {
    viewport: { width: 1440, height: 900 },
  })
  const editor = page.getByRole('textbox', { name: 'Redacción' })
  await editor.waitFor()
  const header = editor.locator('[data-row]').first()
  const brokenWords = () =>
    header.locator('[data-cell]').evaluateAll((cells) =>
      cells.flatMap((cell) => {
        const text = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT).nextNode()
        return [...(text?.nodeValue ?? '').matchAll(/\S+/g)].flatMap(({ index, 0: word }) => {
          const range = document.createRange()
          if (!text) return []
          range.setStart(text, index)
          range.setEnd(text, index + word.length)
          return range.getClientRects().length > 1 ? [word] : []
        })
      }),
    )
  expect(await header.innerText()).toMatch(/Código\s+Descripción\s+Unidad\s+Cantidad/)
  expect(await brokenWords()).toEqual([])
  // The preview is below the editor instead of beside it.
  const preview = await page.getByRole('article', { name: 'Vista previa del documento' }).boundingBox()
  expect(preview?.y).toBeGreaterThan((await editor.boundingBox())?.y ?? Number.POSITIVE_INFINITY)
})

test('a tag is removed as a whole and edited by keyboard', async () => {
  const { page, text, keys } = await aStyledEditor('De {{nombre}}, y **{{nombre}}**')
  await keys.press('Backspace')
  await goToStart(page)
  for (let step = 0; step < 4; step++) {
    await keys.press('ArrowRight')
    await cursorRead(page)
  }
  await keys.press('F2')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cómo se escribe').selectOption('en mayúsculas')
  await dialog.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await text.getByText('Nombre completo, en mayúsculas').waitFor()
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true)
  await keys.type('!')
  expect(await readSource(page)).toBe('De {{nombre|mayusculas}}!, y ')
  await keys.press('Control+Home')
  await cursorRead(page)
  await keys.press('Delete')
  expect(await readSource(page)).toBe('e {{nombre|mayusculas}}!, y ')
})

test('pasted markup becomes style, and undo reverts it, also across a switch', async () => {
  const { page, text, keys } = await aStyledEditor('Uno ')
  const paste = (data: string) =>
    text.evaluate((area, value) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', value)
      area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, data)
  await paste('{{nombre}} **y**\r\n{{nueva página}}\n| a | {{tipo_contrato}} |')
  await text.getByText('Nombre completo').waitFor()
  expect(await readSource(page)).toBe('Uno {{nombre}} **y**\n{{nueva página}}\n| a | {{tipo_contrato}} |')
  await showBodySource(page)
  await page.getByRole('textbox', { name: 'Redacción' }).fill('Uno {{nombre}} **y**\nDOS')
  await page.getByRole('button', { name: 'Ver con estilo' }).click()
  await text.getByText('DOS').waitFor()
  await keys.press('Control+z')
  expect(await readSource(page)).toBe('Uno {{nombre}} **y**\n{{nueva página}}\n| a | {{tipo_contrato}} |')
  await keys.press('Control+z')
  expect(await readSource(page)).toBe('Uno ')
  await keys.press('Control+y')
  expect(await readSource(page)).toBe('Uno {{nombre}} **y**\n{{nueva página}}\n| a | {{tipo_contrato}} |')
  await keys.press('Control+z')
  await page.getByRole('button', { name: 'Descartar los cambios' }).waitFor({ state: 'detached' })
})

test('an error selects its line in the styled text, and unknown markup stays as it is', async () => {
  const body = '# Uno\n\nHola {{nadie}} {{¿?}}\n#  dos  espacios\n|x|'
  const { page, text } = await aStyledEditor(body)
  await page.getByRole('button', { name: /^Línea 3, «nadie»: Ningún campo/ }).click()
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Hola nadie ¿?')
  expect(await text.locator('pre').allTextContents()).toEqual(['|x|'])
  await page.getByText('La línea 5 se muestra como código: con estilo, su código cambiaría.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await readSource(page)).toBe(body)
})

test('a phone shows the text box below the buttons of many fields, whose insertions can be undone', async () => {
  const fields = Array.from(
    { length: 30 },
    (_, index): Field => ({
      key: `campo_${index + 1}`,
      label: `Campo del contrato ${index + 1}`,
      type: 'text',
    }),
  )
  const { id } = await aFormat(admin, { fields, body: 'Hola ' })
  const page = await openPageAs(browser, admin, `/app/format/${id}`, onAPhone)
  const box = page.getByRole('textbox', { name: 'Redacción' })
  await box.waitFor()
  expect((await box.boundingBox())?.y).toBeLessThan(600)
  expect(await barriersInBothThemes(page)).toEqual([])
  await box.focus()
  await page.keyboard.press('Control+End')
  await page.getByRole('button', { name: 'Campo del contrato 30', exact: true }).click()
  expect(await box.inputValue()).toBe('Hola {{campo_30}}')
  await expect.poll(() => box.evaluate((area) => area === document.activeElement)).toBe(true)
  await page.keyboard.press('Control+z')
  expect(await box.inputValue()).toBe('Hola ')
  await page.keyboard.press('Control+Shift+z')
  expect(await box.inputValue()).toBe('Hola {{campo_30}}')
})

test('the field dialog shows four inputs, and the optional ones once one of them has a value or an error', async () => {
  const { id } = await aFormat(admin, {
    fields: [
      { key: 'nombre', label: 'Nombre', type: 'text', example: 'Ana' },
      { key: 'codigo', label: 'Código', type: 'text', pattern: '^[0-9]{4}$' },
      { key: 'dias', label: 'Días', type: 'integer', example: 'muchos' },
    ],
    body: '{{nombre}} {{codigo}} {{dias}}',
  })
  for (const device of [{}, onAPhone]) {
    const page = await openPageAs(browser, admin, `/app/format/${id}`, device)
    await page.getByRole('tab', { name: /^Campos/ }).click()
    const dialog = page.getByRole('dialog')
    const controls = dialog.locator('input, select, textarea')
    const more = dialog.getByRole('button', { name: 'Más opciones' })
    const open = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).press('Enter')
      await more.waitFor()
    }
    const close = async () => {
      await dialog.getByRole('button', { name: 'Volver' }).press('Enter')
      await dialog.waitFor({ state: 'detached' })
    }

    await open('Agregar campo')
    expect(await dialog.locator('label').allTextContents()).toEqual([
      'Nombre',
      'Tipo',
      'Obligatorio',
      'Ayuda (opcional)',
    ])
    expect(await controls.count()).toBe(4)
    expect(await barriersInBothThemes(page)).toEqual([])
    await dialog.getByLabel('Tipo').selectOption('Una opción')
    await dialog.getByLabel('Opciones').waitFor()
    await dialog.getByLabel('Tipo').selectOption('Texto')
    await more.press('Enter')
    expect(await more.getAttribute('aria-expanded')).toBe('true')
    expect(await controls.count()).toBeGreaterThan(12)
    expect(await barriersInBothThemes(page)).toEqual([])
    await close()

    await open('Editar Nombre')
    expect(await more.getAttribute('aria-expanded')).toBe('false')
    await dialog.getByText('En uso: ejemplo.').waitFor()
    await close()
    await open('Editar Código')
    expect(await dialog.getByLabel('Patrón').inputValue()).toBe('^[0-9]{4}$')
    await close()
    await open('Editar Días')
    await dialog.getByText('El ejemplo no cumple las reglas del campo').waitFor()
    await dialog.getByLabel('Ejemplo').fill('3')
    await dialog.getByText('El ejemplo no cumple las reglas del campo').waitFor({ state: 'detached' })
    expect(await dialog.getByLabel('Ejemplo').inputValue()).toBe('3')
    await page.context().close()
  }
})

interface Point {
  x: number
  y: number
}

/** List of fields A to F of a new format. */
async function aFieldList(device = {}) {
  const fields = [...'ABCDEF'].map((label): Field => ({ key: label.toLowerCase(), label, type: 'text' }))
  const body = fields.map(({ key }) => `{{${key}}}`).join(' ')
  const { id } = await aFormat(admin, { fields, body })
  const page = await openPageAs(browser, admin, `/app/format/${id}`, {
    viewport: { width: 1280, height: 1000 },
    ...device,
  })
  await page.getByRole('tab', { name: /^Campos/ }).click()
  await page.getByRole('button', { name: 'Mover A', exact: true }).waitFor()
  const order = () =>
    page.getByRole('button', { name: /^Mover / }).evaluateAll((all) => all.map((one) => one.ariaLabel?.at(-1)).join(''))
  /** Middle of a handle, and a point below the middle of another row, in px from the top left of the window. */
  const middlesOf = async (from: string, to: string) => {
    const [handle, other] = [from, to].map((label) => page.getByRole('button', { name: `Mover ${label}`, exact: true }))
    await other?.evaluate((button) => button.scrollIntoView({ block: 'center' }))
    const boxes = [await handle?.boundingBox(), await page.locator('li').filter({ has: other }).boundingBox()]
    return boxes.map((box) => ({ x: (box?.x ?? 0) + 14, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 })) as [Point, Point]
  }
  return { page, order, middlesOf }
}

test('a field is moved by keyboard, its position is announced, and undo restores the order', async () => {
  const { page, order } = await aFieldList()
  const keys = page.keyboard
  const focused = () => page.evaluate(() => document.activeElement?.ariaLabel)
  /** Waits for the frame in which the focus returns to the moved row, so that it takes no focus from the next button. */
  const nextFrame = () => page.evaluate(() => new Promise(requestAnimationFrame))
  const status = page.getByRole('status')
  await page.getByRole('button', { name: 'Mover E', exact: true }).focus()
  await keys.press('ArrowUp')
  await status.getByText('«E»: posición 4 de 6.').waitFor()
  await expect.poll(focused).toBe('Mover E')
  await keys.press('Home')
  await status.getByText('«E»: posición 1 de 6.').waitFor()
  expect(await order()).toBe('EABCDF')
  expect(await barriersInBothThemes(page)).toEqual([])
  await expect.poll(focused).toBe('Mover E')
  await keys.press('ArrowUp')
  expect(await order()).toBe('EABCDF')
  // Both moves are one change.
  await keys.press('Control+z')
  await expect.poll(order).toBe('ABCDEF')
  await nextFrame()
  expect(await focused()).toBe('Mover E')
  await page.getByRole('button', { name: 'Bajar B', exact: true }).press('Enter')
  await nextFrame()
  expect(await focused()).toBe('Bajar B')
  expect(await order()).toBe('ACBDEF')
  await page.getByRole('button', { name: 'Quitar D', exact: true }).press('Enter')
  await status.getByText('«D» quitado.').waitFor()
  await page.getByRole('button', { name: 'Deshacer' }).press('Enter')
  expect(await order()).toBe('ACBDEF')
})

test('a field is dragged by mouse and by finger, and Escape cancels a drag', async () => {
  const { page, order, middlesOf } = await aFieldList()
  const { mouse } = page
  const drag = async (from: string, to: string) => {
    const [start, end] = await middlesOf(from, to)
    await mouse.move(start.x, start.y)
    await mouse.down()
    await mouse.move(end.x, end.y + 3, { steps: 4 })
  }
  await drag('B', 'E')
  await mouse.up()
  await page.getByRole('status').getByText('«B»: posición 5 de 6.').waitFor()
  expect(await order()).toBe('ACDEBF')
  await page.getByRole('button', { name: 'Deshacer' }).click()
  expect(await order()).toBe('ABCDEF')
  await drag('B', 'E')
  await page.keyboard.press('Escape')
  await mouse.up()
  expect(await order()).toBe('ABCDEF')

  const phone = await aFieldList(onAPhone)
  const touch = await phone.page.context().newCDPSession(phone.page)
  const [start, end] = await phone.middlesOf('A', 'C')
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Point[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points })
  await send('touchStart', [start])
  await send('touchMove', [{ x: end.x, y: (start.y + end.y) / 2 }])
  await send('touchMove', [{ x: end.x, y: end.y + 3 }])
  await send('touchEnd', [])
  await phone.page.getByRole('status').getByText('«A»: posición 3 de 6.').waitFor()
  expect(await phone.order()).toBe('BCADEF')
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('an unused field is inserted, and an unknown key becomes a field or another key', async () => {
  const { id } = await aFormat(admin, {
    fields: [...bodyFields, { key: 'ciudad', label: 'Ciudad', type: 'text' }],
    body: 'Contrato {{tipo_contrat}} de {{nombre}} por {{valor|moneda}}.\n\nPaga {{valor|moneda}}.',
  })
  const page = await openPageAs(browser, admin, `/app/format/${id}`)
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  await button('Crear el campo «Valor»').press('Enter')
  await page.getByText('Se creó el campo «Valor», de tipo Dinero.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Editar el campo')
  expect(await button('Crear el campo «Valor»').count()).toBe(0)
  await button('Cambiar por «Tipo de contrato»').press('Enter')
  await page.getByText('Por corregir antes de publicar').waitFor({ state: 'detached' })
  const text = page.getByRole('textbox', { name: 'Redacción' })
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true)
  await button('Editar el campo').press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByLabel('Nombre', { exact: true }).inputValue()).toBe('Valor')
  await dialog.getByRole('button', { name: 'Volver' }).press('Enter')

  expect(await page.getByText('No se usa en el documento.').count()).toBe(1)
  expect(await barriersInBothThemes(page)).toEqual([])
  await button('Insertar Ciudad al final de la redacción').press('Enter')
  await expect.poll(() => text.evaluate((area) => area === document.activeElement)).toBe(true)
  expect(await barriersInBothThemes(page)).toEqual([])
  expect(await readSource(page)).toBe(
    'Contrato {{tipo_contrato}} de {{nombre}} por {{valor|moneda}}.\n\nPaga {{valor|moneda}}.\n\n{{ciudad}}',
  )
  await page.getByRole('tab', { name: 'Campos' }).click()
  await button('Mover Ciudad').waitFor()
  expect(await page.getByText('No se usa en el documento.').count()).toBe(0)
})

test('a trial shows the form and the document with own values', async () => {
  const fields: Field[] = [
    { key: 'nombre', label: 'Nombre', type: 'text', required: true, example: 'Ana' },
    {
      key: 'pago',
      label: 'Pago',
      type: 'choice',
      options: [{ value: 'contado' }, { value: 'mensual' }],
      required: true,
    },
    { key: 'cuotas', label: 'Cuotas', type: 'integer', visibleIf: { key: 'pago', equals: 'mensual' } },
    { key: 'visto', label: 'Visto bueno', type: 'boolean', approvers: 'fill' },
  ]
  const body = 'Paga {{nombre}}.{{#si cuotas > 3}} En muchas cuotas.{{/si}}{{#visto}} Con visto bueno.{{/visto}}'
  const { id } = await aFormat(admin, { fields, body })
  const page = await openPageAs(browser, admin, `/app/format/${id}`)
  await page.getByRole('tab', { name: 'Probar' }).press('Enter')
  await page.getByText('1 dato por corregir antes de enviar.').waitFor()
  await page.getByRole('button', { name: 'Usar los ejemplos' }).press('Enter')
  expect(await page.getByLabel('Nombre').inputValue()).toBe('Ana')
  await page.getByLabel('Nombre').fill('Zoila Ríos')
  await page.getByText('Paga Zoila Ríos.').waitFor()

  // A condition of the form and one of the text follow the typed values.
  await page.getByRole('radio', { name: 'mensual' }).check()
  await page.locator('#field-cuotas').fill('4')
  await page.getByText('Paga Zoila Ríos. En muchas cuotas.').waitFor()
  await page.getByRole('radio', { name: 'contado' }).check()
  await page.locator('#field-cuotas').waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Sí' }).check()
  await page.getByText('Con visto bueno.').waitFor()
  await page.getByText('Con estos datos se puede enviar.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])

  await page.getByRole('button', { name: 'Vaciar' }).press('Enter')
  await page.getByRole('button', { name: 'Comprobar los datos' }).press('Enter')
  await expect.poll(() => page.getByLabel('Nombre').getAttribute('aria-invalid')).toBe('true')
  // Other tabs show the examples again.
  await page.getByRole('tab', { name: 'Datos' }).click()
  await page.getByText('Paga Ana.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('tab', { name: 'Probar' }).click()
  await page.getByRole('button', { name: 'Usar los ejemplos' }).waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('the condition of a field is built from several tests by keyboard', async () => {
  const fields: Field[] = [
    { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
    { key: 'fin', label: 'Fin', type: 'date' },
    { key: 'pago', label: 'Pago', type: 'choices', options: [{ value: 'contado' }, { value: 'mensual' }] },
    { key: 'nota', label: 'Nota', type: 'text' },
  ]
  const { id } = await aFormat(admin, { fields, body: '{{valor}} {{fin}} {{pago}} {{nota}}' })
  const page = await openPageAs(browser, admin, `/app/format/${id}`)
  await page.getByRole('tab', { name: /^Campos/ }).click()
  await page.getByRole('button', { name: 'Editar Nota' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Más opciones' }).press('Enter')
  await dialog.getByLabel('Se muestra', { exact: true }).selectOption({ label: 'Según «Valor»' })
  await dialog.getByText('Escriba con qué se compara.').waitFor()
  await dialog.getByLabel('Valor', { exact: true }).fill('1.000.000')
  await dialog.getByRole('button', { name: 'Agregar condición' }).press('Enter')
  const second = dialog.getByRole('group', { name: 'Condición 2' })
  await second.getByLabel('Campo').selectOption({ label: 'Según «Pago»' })
  await second.getByLabel('Valor').selectOption('mensual')
  await dialog.getByRole('button', { name: 'Agregar condición' }).press('Enter')
  const third = dialog.getByRole('group', { name: 'Condición 3' })
  await third.getByLabel('Comparación').selectOption('no tiene respuesta')
  await dialog.getByLabel('Se cumplen').selectOption('Basta con una')
  await dialog.getByText('Se muestra si Valor es al menos $ 1.000.000 o Pago incluye mensual o no hay Fin.').waitFor()
  expect(await barriersInBothThemes(page)).toEqual([])
  await third.getByRole('button', { name: 'Quitar la condición 3' }).press('Enter')
  await dialog.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await page.getByRole('button', { name: 'Guardar', exact: true }).press('Enter')
  await page.getByText('Formato guardado.').waitFor()
  const { fields: saved } = await admin.pb.collection('formats').getOne(id)
  expect(saved[3].visibleIf).toEqual({
    joint: 'or',
    tests: [
      { key: 'valor', sign: '>=', than: '1000000' },
      { key: 'pago', equals: 'mensual' },
    ],
  })
})
