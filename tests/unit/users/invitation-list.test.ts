import { expect, it } from 'vitest'
import { parseInvitationList } from '../../../src/domain/users/invitation-list.ts'

const parse = (text: string) => parseInvitationList(text, '_user')
const person = (name: string, email: string) => ({ name, email, role: '_user' })

it.each([
  'Ana Ruiz; ana@empresa.co',
  'Ana Ruiz\tana@empresa.co',
  'ana@empresa.co\tAna Ruiz',
  'Ana Ruiz <ana@empresa.co>',
  '"Ana Ruiz" <ana@empresa.co>;',
  'Ana Ruiz, ana@empresa.co',
  '  Ana   Ruiz ana@empresa.co  ',
])('reads %j', (line) => {
  expect(parse(line).lines.map(({ invitation }) => invitation)).toEqual([person('Ana Ruiz', 'ana@empresa.co')])
})

it('keeps the order of a name with a comma', () => {
  expect(parse('Ruiz, Ana; ana@empresa.co').lines[0]?.invitation?.name).toBe('Ruiz, Ana')
})

it('skips a header, empty lines and repeated addresses, also in other case', () => {
  const { lines, repeated } = parse(
    'Nombre\tCorreo\r\n\r\nAna Ruiz\tana@empresa.co\r\nAna R\tANA@empresa.co\nEva Gil\teva@empresa.co',
  )
  expect(lines.map(({ line, invitation }) => [line, invitation?.name])).toEqual([
    [3, 'Ana Ruiz'],
    [5, 'Eva Gil'],
  ])
  expect(repeated).toBe(1)
})

it.each([
  ['Ana Ruiz', 'email'],
  ['ana@empresa.co', 'required'],
  ['Ana Ruiz; ana@empresa', 'email'],
  ['Ana Ruiz; ana@empresa-.co', 'email'],
  ['Visite www.ofertas.co; ana@empresa.co', 'name.address'],
])('reports %j as %s', (line, error) => {
  expect(parse(line).lines).toEqual([{ line: 1, text: line, error }])
})
