import { expect, test } from 'vitest'
import { settingLabels } from '../../../src/settings/settings-labels.ts'
import { searchSettings, settingsGroups } from '../../../src/settings/settings-pages.ts'

const labelsOf = (query: string) => searchSettings(query).map(({ label }) => label)

test('settings are in six groups', () => {
  expect(settingsGroups.map(({ name }) => name)).toEqual([
    'Organización',
    'Personas y grupos',
    'Documentos',
    'Datos',
    'Integraciones',
    'Sistema',
  ])
})

test.each([
  ['margenes', 'Márgenes'],
  ['MÁRGENES', 'Márgenes'],
  ['dominio', 'Dominios de correo permitidos'],
  ['tamano papel', 'Tamaño del papel'],
  ['respaldo', 'Copias'],
  ['token', 'Claves'],
  ['vacaciones', 'Grupos'],
  ['certificado', 'Firma electrónica'],
  ['smtp', 'Correo'],
  ['numeros', 'Números y fechas como en'],
  ['cambiar contraseña', 'Contraseña'],
  ['festivos', 'País'],
  ['plazo', 'Plazo para decidir'],
])('%s finds «%s»', (query, label) => {
  expect(labelsOf(query)).toContain(label)
})

test('labels that match come first', () => {
  expect(labelsOf('papel')[0]).toBe('Papel')
  expect(labelsOf('logo')[0]).toBe('Logo')
})

test('a result leads to the field of the setting', () => {
  expect(searchSettings('ciudad')[0]).toMatchObject({
    to: '/app/settings/organisation',
    setting: 'city',
    place: 'Organización',
  })
})

test.each(['', '  ', '¿?', 'xyz', 'ciudad xyz'])('%j finds nothing', (query) => {
  expect(searchSettings(query)).toEqual([])
})

test('each setting is on one page', () => {
  const listed = settingsGroups.flatMap(({ pages }) => pages.flatMap(({ settings = [] }) => settings))
  expect([...listed].sort()).toEqual(Object.keys(settingLabels).sort())
})
