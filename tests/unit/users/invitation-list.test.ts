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

it('reads a first line with an address as a person', () => {
  expect(parse('Persona Ruiz; correo@empresa.co').lines.map(({ invitation }) => invitation)).toEqual([
    person('Persona Ruiz', 'correo@empresa.co'),
  ])
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
  ['Nombres\tApellidos\tCargo\tCorreo electrónico\tTeléfono', 'Ana\tRuiz\tAnalista\tana@empresa.co\t300 111 2233'],
  ['Cédula;Apellidos;Nombres;E-mail', '1020;Ruiz;Ana;ana@empresa.co'],
  ['Primer nombre;Segundo nombre;Primer apellido;Correo', 'Ana;;Ruiz;ana@empresa.co'],
  ['Correo corporativo,Nombre del empleado,Sede', 'ana@empresa.co,Ana Ruiz,Pasto'],
])('reads the columns below %j', (header, line) => {
  const { header: found, lines } = parse(`${header}\n${line}`)
  expect([found, lines]).toEqual([header, [{ line: 2, text: line, invitation: person('Ana Ruiz', 'ana@empresa.co') }]])
})

it('reads the address of the manager below its title', () => {
  const text =
    'Nombre;Correo del jefe;Correo\nAna Ruiz;sol@empresa.co;ana@empresa.co\nEva Gil;;eva@empresa.co\nLuz Paz;Sol;luz@empresa.co'
  expect(parse(text).lines.map(({ invitation, error }) => invitation ?? error)).toEqual([
    { ...person('Ana Ruiz', 'ana@empresa.co'), manager: 'sol@empresa.co' },
    person('Eva Gil', 'eva@empresa.co'),
    'email',
  ])
})

it.each([
  'Ana Ruiz\tana@empresa.co\tAnalista\t300 111 2233',
  '1\tAna Ruiz\tana@empresa.co',
  'ana@empresa.co;Ana Ruiz;Analista',
  'Ana Ruiz; ana@empresa.co.',
])('reads name and address of %j, and no other column', (line) => {
  expect(parse(line).lines.map(({ invitation }) => invitation)).toEqual([person('Ana Ruiz', 'ana@empresa.co')])
})

it.each([
  ['Eva Gil; correo pendiente', 'email'],
  ['Sin e-mail\tAna Ruiz', 'email'],
  ['Ana Ruiz', 'email'],
  ['ana@empresa.co', 'required'],
  ['Ana Ruiz; ana@empresa', 'email'],
  ['Ana Ruiz; ana@empresa-.co', 'email'],
  ['Visite www.ofertas.co; ana@empresa.co', 'name.address'],
])('reports %j as %s', (line, error) => {
  expect(parse(line).lines).toEqual([{ line: 1, text: line, error }])
})
