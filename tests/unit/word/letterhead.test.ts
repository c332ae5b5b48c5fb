import { expect, test } from 'vitest'
import { guessLetterhead } from '../../../src/word/reading/letterhead.ts'

test.each([
  [
    'Comercial Andina S. A. S. · NIT 900.123.456-8\nCalle 1 # 2-3, Bogotá · Página',
    {
      organisationName: 'Comercial Andina S. A. S.',
      organisationId: 'NIT 900.123.456-8',
      address: 'Calle 1 # 2-3',
      city: 'Bogotá',
    },
  ],
  [
    'ALCALDÍA DE TUNJA\nDirección: Carrera 9 No. 19-68 | Tel.: (608) 740 5770 | www.tunja.gov.co\nCiudad: Tunja',
    {
      organisationName: 'ALCALDÍA DE TUNJA',
      address: 'Carrera 9 No. 19-68',
      phone: '(608) 740 5770',
      web: 'www.tunja.gov.co',
      city: 'Tunja',
    },
  ],
  [
    'Estudio Ríos\tRUC 20123456789\nventas@rios.pe – rios.pe',
    {
      organisationName: 'Estudio Ríos',
      organisationId: 'RUC 20123456789',
      web: 'rios.pe',
    },
  ],
  ['Dirección de Talento Humano', { organisationName: 'Dirección de Talento Humano' }],
  ['Ciudad Bolívar S. A. S.', { organisationName: 'Ciudad Bolívar S. A. S.' }],
  ['Web Solutions S. A. S.\nPBX 601 234 5678', { organisationName: 'Web Solutions S. A. S.', phone: '601 234 5678' }],
  [`Calle 1 # 2-3, Bogotá, ${'x'.repeat(200)}`, {}],
  ['Dirección: Edificio Central\nElaboró: Ana Ruiz', {}],
  ['Código: F-01\nVersión 3\nPágina 1 de 2\n12', {}],
  ['x'.repeat(200), {}],
  ['', {}],
])('guesses the letterhead in %j', (text, data) => expect(guessLetterhead(text)).toEqual(data))
