import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { barriers, browser, openPageAs } from '../support/browser.ts'
import { importRecords } from '../support/lists.ts'
import { anAdmin, aUser, type Person } from '../support/people.ts'
import { aFormat, formatStep } from '../support/requests.ts'

const [boss, ana] = await Promise.all([anAdmin(), aUser({ name: 'Ana Güell' })])
afterAll(async () => {
  const { id } = await boss.pb.collection('settings').getFirstListItem('')
  await boss.pb.collection('settings').update(id, { profileFields: null })
})

const at = (path: string, person: Person) => openPageAs(browser, person, path)

/** Publishes the first version of the format of the editor. */
async function publish(page: Page) {
  await page.getByRole('button', { name: 'Publicar' }).click()
  await page.getByRole('button', { name: 'Publicar la versión 1' }).click()
  await page.getByText('Formato publicado.').waitFor()
}

test('an administrator defines profile fields, and they prefill a form', async () => {
  const page = await at('/app/settings/profile-fields', boss)
  await page.getByRole('button', { name: 'Agregar dato' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: true }).fill('Puesto de prueba')
  await dialog.getByLabel(/Cada persona puede diligenciarlo/).uncheck()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar el dato' }).click()
  await page.getByText('lo diligencia un administrador').waitFor()

  await page.goto(`/app/user-managment?search=${encodeURIComponent(ana.email)}`)
  await page.getByRole('button', { name: /^Más acciones/ }).click()
  await page.getByRole('menuitem', { name: 'Completar sus datos' }).click()
  await page.getByLabel(/^Puesto de prueba/).fill('Analista')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: '¿Salir sin guardar estos datos?' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.count()).toBe(1)
  await page.getByRole('button', { name: 'Guardar los datos' }).click()
  await page.getByText('Datos guardados.').waitFor()

  const draft = await aFormat(boss, {
    body: 'Texto {{puesto}} {{vence}}',
    fields: [
      { key: 'puesto', label: 'Puesto', type: 'text', required: true },
      { key: 'vence', label: 'Vence', type: 'date', required: true },
    ],
  })
  await page.goto(`/app/format/${draft.id}`)
  await page.getByRole('tab', { name: /^Campos/ }).click()
  await page.getByRole('button', { name: /^Editar .*Puesto/ }).click()
  await dialog.getByRole('button', { name: 'Más opciones' }).click()
  await dialog.getByLabel(/^Empieza con/).selectOption({ label: 'Perfil: Puesto de prueba' })
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await page.getByRole('button', { name: /^Editar .*Vence/ }).click()
  await dialog.getByRole('button', { name: 'Más opciones' }).click()
  await dialog.getByLabel(/^O con este valor/).fill('pronto')
  await dialog.getByText('El valor inicial no cumple las reglas del campo').waitFor()
  await dialog.getByLabel(/^O con este valor/).fill('1/2/2027')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await publish(page)

  const form = await at(`/app/request/create?format=${draft.id}`, ana)
  const post = form.getByLabel('Puesto')
  await expect.poll(() => post.inputValue()).toBe('Analista')
  expect(await form.getByRole('textbox', { name: 'Vence' }).inputValue()).toBe('01/02/2027')
  const profileHint = form.getByText('Se tomó de su perfil; puede cambiarlo.')
  expect(await profileHint.count()).toBe(1)
  expect(await barriers(form)).toEqual([])
  await post.fill('Jefa de nómina')
  await profileHint.waitFor({ state: 'detached' })
  await form.getByText(/^Borrador guardado/).waitFor()
  await form.reload()
  await expect.poll(() => form.getByLabel('Puesto').inputValue()).toBe('Jefa de nómina')

  await form.goto('/app/profile')
  const own = form.getByLabel('Puesto de prueba')
  expect(await own.inputValue()).toBe('Analista')
  expect(await own.getAttribute('readonly')).not.toBeNull()
})

test('records are imported into a list, the last import is undone, and the list is deleted', async () => {
  const page = await at('/app/settings/lists', boss)
  const name = `Empleados ${Math.random().toString(36).slice(2)}`
  await page.getByRole('button', { name: 'Nueva lista' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Nombre', { exact: false }).first().fill(name)
  const types = dialog.getByLabel('Tipo', { exact: true })
  const listTypes = () => types.evaluateAll((selects: HTMLSelectElement[]) => selects.map(({ value }) => value))
  // Columns are texts by default, because a list may identify its records by codes such as «E1».
  expect(await listTypes()).toEqual(['text', 'text'])
  await types.first().selectOption({ label: 'Documento de identidad' })
  await dialog.getByLabel('Nombre de la columna 1').fill('Cédula')
  await dialog.getByLabel('Nombre de la columna 2').fill('Nombre completo')
  // The key column remains the same if it is renamed.
  await dialog.getByLabel('Cada registro se identifica con').selectOption({ label: 'Nombre completo' })
  await dialog.getByLabel('Nombre de la columna 2').fill('Nombre')
  await dialog.getByLabel('Nombre de la columna 2').fill('Nombre completo')
  const key = dialog.getByLabel('Cada registro se identifica con')
  expect(await key.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe('Nombre completo')
  await key.selectOption({ label: 'Cédula' })
  await dialog.getByLabel('Todas las personas activas').check()
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Guardar la lista' }).click()
  await page.getByText('La lista no tiene registros').waitFor()

  const openRows = async (rows: string[]) => {
    await page.getByRole('link', { name: 'Importar registros' }).click()
    const buffer = Buffer.from(['Nombre completo;CEDULA', ...rows].join('\r\n'))
    const file = { name: 'nómina.csv', mimeType: 'text/csv', buffer }
    await page.locator('input[type=file]').setInputFiles(file)
    await proceed.click()
    // Each step gets the focus.
    await page.getByRole('region', { name: 'Filas' }).and(page.locator(':focus')).waitFor()
  }
  const proceed = page.getByRole('button', { name: 'Continuar' })
  const bring = async (rows: string[]) => {
    await openRows(rows)
    await proceed.click()
  }
  await openRows(['Zoé Ruiz;#N/D'])
  await page.getByText('Corrija al menos una para continuar.').waitFor()
  expect(await proceed.isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Volver a la lista' }).click()
  await dialog.getByRole('button', { name: 'Salir sin importar' }).click()
  const rows = ['Inés Peña;1.020.304.050', '=1+1;79000111', 'Zoé Ruiz;#N/D']
  await page.getByRole('link', { name: 'Elegir la hoja de cálculo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Importar registros' }).waitFor()
  await page.goBack()
  await page.getByText('La lista no tiene registros').waitFor()
  // An import that is not confirmed leaves no data.
  await bring(rows)
  await page.goBack()
  await dialog.getByRole('button', { name: 'Volver', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'Importar registros' }).waitFor()
  expect(new URL(page.url()).pathname).toMatch(/\/import$/)
  await page.getByRole('button', { name: 'Volver a la lista' }).click()
  await dialog.getByRole('button', { name: 'Salir sin importar' }).click()
  await page.getByText('La lista no tiene registros').waitFor()
  const countLocalRecords = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name }) => name ?? '')
      const counts = names.map(
        (name) =>
          new Promise<number>((resolve) => {
            const opening = indexedDB.open(name)
            opening.onsuccess = () => {
              const stores = [...opening.result.objectStoreNames]
              if (stores.length === 0) return resolve(0)
              const reading = opening.result
                .transaction(stores)
                .objectStore(stores[0] ?? '')
                .count()
              reading.onsuccess = () => resolve(reading.result)
            }
          }),
      )
      return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
    })
  expect(await countLocalRecords()).toBe(0)
  await bring(rows)
  await page.getByText('1 fila con errores no se importa').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Importar 2 registros' }).click()
  await page.getByRole('cell', { name: 'Inés Peña' }).waitFor()
  await page.getByRole('cell', { name: '=1+1', exact: true }).waitFor()
  // The import leaves no entry in the history of the browser.
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Listas' }).waitFor()
  await page.getByRole('link', { name }).click()

  await page.getByRole('button', { name: 'Editar', exact: true }).click()
  await dialog.getByText('No se puede cambiar el tipo de las columnas guardadas').waitFor()
  expect(await types.evaluateAll((selects: HTMLSelectElement[]) => selects.map((select) => select.disabled))).toEqual([
    true,
    true,
  ])
  expect(await listTypes()).toEqual(['idDocument', 'text'])
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Volver', exact: true }).click()

  await bring(['Eva Luna;52000222'])
  await page.getByText('1 registro nuevo · 0 con cambios · 0 iguales · 2 quitados.').waitFor()
  await page.getByLabel('Agregar y actualizar').check()
  await page.getByText('1 registro nuevo · 0 con cambios · 0 iguales · 0 quitados.').waitFor()
  await page.getByRole('button', { name: 'Importar 1 registro' }).click()
  await page.getByRole('cell', { name: 'Eva Luna' }).waitFor()
  await page.getByRole('cell', { name: 'Inés Peña' }).waitFor()
  await page.getByLabel('Buscar en la lista').fill('eva')
  await page.getByRole('cell', { name: 'Inés Peña' }).waitFor({ state: 'detached' })
  await page.getByLabel('Buscar en la lista').fill('')
  await page.getByRole('button', { name: 'Volver a la importación anterior' }).click()
  await dialog.getByRole('button', { name: 'Volver a la anterior' }).click()
  await page.getByRole('cell', { name: 'Eva Luna' }).waitFor({ state: 'detached' })
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Borrar la lista' }).click()
  await dialog.getByRole('button', { name: 'Borrar con 2 registros' }).click()
  await page.getByText('Lista borrada.').waitFor()
  await page.getByRole('heading', { level: 1, name: 'Listas' }).waitFor()
  await expect.poll(() => page.getByText(name).count()).toBe(0)
})

test('a field is linked to a list, and choosing a record fills its fields', async () => {
  const name = `Proveedores ${Math.random().toString(36).slice(2)}`
  const list = await boss.pb.collection('lists').create({
    name,
    columns: [
      { key: 'nit', label: 'NIT', type: 'idDocument' },
      { key: 'razon', label: 'Razón social', type: 'text' },
      { key: 'cupo', label: 'Cupo', type: 'money' },
    ],
    keyColumn: 'nit',
    access: 'everybody',
  })
  await importRecords(boss, list, [
    { nit: '900123456-8', razon: 'Ñandú Café S. A.', cupo: '1500000.00' },
    { nit: '800000001', razon: 'Ñandú Té Ltda.' },
  ])

  const draft = await aFormat(boss, {
    body: 'De {{proveedor}} {{nit}} {{valor}}',
    fields: [
      { key: 'proveedor', label: 'Proveedor', type: 'text', required: true },
      { key: 'nit', label: 'NIT del proveedor', type: 'idDocument' },
      { key: 'valor', label: 'Valor', type: 'money', currency: 'COP' },
    ],
  })
  const page = await at(`/app/format/${draft.id}`, boss)
  await page.getByRole('tab', { name: /^Campos/ }).click()
  await page.getByRole('button', { name: /^Editar .*Proveedor$/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Más opciones' }).click()
  await dialog.getByLabel(/^Se busca en una lista/).selectOption({ label: name })
  await dialog.getByLabel('Este campo toma la columna').selectOption({ label: 'Razón social' })
  await dialog.getByLabel('NIT del proveedor').selectOption({ label: 'NIT' })
  await dialog.getByLabel('Valor', { exact: true }).selectOption({ label: 'Cupo' })
  // With the keyboard only. Options are the key of the list and the columns that fill a field.
  const known = dialog.getByLabel('Cada registro se identifica con')
  await expect
    .poll(() => known.getByRole('option').allTextContents())
    .toEqual(['NIT (la clave de la lista)', 'Razón social', 'Cupo'])
  await dialog.getByLabel('Valor', { exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(() => known.evaluate((select) => select === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => known.inputValue()).toBe('razon')
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Aceptar' }).press('Enter')
  await page.getByRole('button', { name: /^Editar .*Proveedor/ }).press('Enter')
  await expect.poll(() => known.inputValue()).toBe('razon')
  expect(await dialog.getByLabel(/^Exigir los datos de la lista/).isChecked()).toBe(true)
  await dialog.getByLabel(/^Exigir los datos de la lista/).uncheck()
  await dialog.getByRole('button', { name: 'Aceptar' }).click()
  await publish(page)
  const { fields } = await boss.pb.collection('formats').getOne(draft.id)
  expect(fields[0].list.match).toBe('razon')

  const form = await at(`/app/request/create?format=${draft.id}`, ana)
  const field = form.getByRole('combobox', { name: 'Proveedor' })
  await field.pressSequentially('nandu ca')
  await form.getByRole('option', { name: /Ñandú Café/ }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('Ñandú Café S. A.')
  expect(await form.getByLabel('NIT del proveedor').inputValue()).toBe('900123456-8')
  expect(await form.getByLabel('Valor (COP)').inputValue()).toBe('$ 1.500.000,00')
  await form.getByText(`Se completó con «${name}»: «NIT del proveedor», «Valor».`).waitFor()

  await field.fill('nandu te')
  await form.getByRole('option', { name: /Ñandú Té/ }).click()
  await expect.poll(() => form.getByLabel('NIT del proveedor').inputValue()).toBe('800000001')
  expect(await form.getByLabel('Valor (COP)').inputValue()).toBe('')
  await field.fill('Otro que no está')
  await form.getByText(/^Borrador guardado/).waitFor()
  expect(await field.inputValue()).toBe('Otro que no está')
  expect(await barriers(form)).toEqual([])
})

test('a sheet of keys becomes a batch filled by a list, and a missing key is added to the list', async () => {
  const name = `Nómina ${Math.random().toString(36).slice(2)}`
  const list = await boss.pb.collection('lists').create({
    name,
    columns: [
      { key: 'cedula', label: 'Cédula', type: 'idDocument' },
      { key: 'nombre', label: 'Nombre', type: 'text' },
      { key: 'cargo', label: 'Cargo', type: 'text' },
    ],
    keyColumn: 'cedula',
    access: 'everybody',
  })
  await importRecords(boss, list, [{ cedula: '1020304050', nombre: 'Inés Peña', cargo: 'Analista' }])
  const fills = [
    { key: 'nombre', column: 'nombre' },
    { key: 'cargo', column: 'cargo' },
  ]
  const format = await aFormat(boss, {
    body: 'De {{nombre}}, {{cedula}}, {{cargo}}.',
    fields: [
      {
        key: 'cedula',
        label: 'Cédula',
        type: 'idDocument',
        required: true,
        list: { id: list.id, column: 'cedula', fills },
      },
      { key: 'nombre', label: 'Nombre', type: 'text', required: true },
      { key: 'cargo', label: 'Cargo', type: 'text' },
    ],
  })
  await formatStep(boss, format, 'publish')

  const page = await at(`/app/request/create-batch?format=${format.id}`, ana)
  await page.getByText('Qué columnas lleva').click()
  await page.getByText(`Nombre (opcional): si falta, se toma de la lista «${name}»`).waitFor()
  const buffer = Buffer.from('CEDULA\r\n1.020.304.050\r\n999111222\r\n1020304050')
  await page.locator('input[type=file]').setInputFiles({ name: 'claves.csv', mimeType: 'text/csv', buffer })
  await page.getByRole('heading', { name: `De la lista «${name}», por «Cédula»` }).waitFor()
  const job = page.getByLabel('Cargo')
  expect(await job.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text)).toBe(
    `De la lista «${name}»`,
  )
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Continuar' }).click()

  const wrong = page.getByRole('gridcell', { name: '999111222' })
  await wrong.waitFor()
  await page.getByText('Este dato no está en la lista').first().waitFor()
  await page.getByRole('grid').focus()
  await page.keyboard.type('1020304050')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell', { name: 'De la lista: Inés Peña' }).waitFor()
  await page.getByRole('button', { name: 'Deshacer (Ctrl+Z)' }).click()
  await page.getByRole('gridcell', { name: 'De la lista: Inés Peña' }).waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: /^Todas/ }).click()
  await page.getByRole('gridcell', { name: 'De la lista: Inés Peña' }).first().waitFor()
  expect(await page.getByRole('gridcell', { name: 'De la lista: Inés Peña' }).count()).toBe(2)
  expect(await page.getByRole('gridcell', { name: 'De la lista: Analista' }).count()).toBe(2)
  expect(await barriers(page)).toEqual([])
  await page.getByText('2 filas listas · 1 con errores.').waitFor()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('heading', { name: /^LOT-/ }).waitFor()
  await page.getByRole('gridcell', { name: '999111222' }).waitFor()

  await importRecords(boss, list, [{ cedula: '999111222', nombre: 'Zoé Ruiz', cargo: 'Jefa' }], 'merge')
  await page.reload()
  await page.getByText('Ninguna fila tiene errores.').waitFor()
  await page.getByText('Todo guardado').waitFor()
  await page.getByRole('tab', { name: /^Todas/ }).click()
  await page.getByRole('gridcell', { name: 'De la lista: Zoé Ruiz' }).waitFor()
  const filter = `batch = '${page.url().split('/').at(-1)}'`
  const storedRows = await ana.pb
    .collection('batch_rows')
    .getFullList<{ status: string; values: object }>({ batch: 30, filter, sort: 'row' })
  const ines = { status: 'valid', values: { cedula: '1020304050', nombre: 'Inés Peña', cargo: 'Analista' } }
  expect(storedRows.map(({ status, values }) => ({ status, values }))).toEqual([
    ines,
    { status: 'valid', values: { cedula: '999111222', nombre: 'Zoé Ruiz', cargo: 'Jefa' } },
    ines,
  ])
})
