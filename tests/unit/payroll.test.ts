import { describe, expect, it } from 'vitest'
import { isSuspiciousShare } from '../../src/domain/payroll/payroll.ts'
import { type PayrollInput, type PayrollPerson, planPayroll } from '../../src/domain/payroll/payroll-plan.ts'

const person = (id: string, change: Partial<PayrollPerson> = {}): PayrollPerson => ({
  id,
  name: id,
  email: `${id}@empresa.co`,
  phone: '',
  profile: {},
  manager: '',
  isActive: true,
  isAdmin: false,
  isUnconfirmed: false,
  requestedEmail: '',
  isOnPayroll: true,
  hasKey: false,
  hasOwnNumber: false,
  ...change,
})
const rowsOf = (...rows: Record<string, string>[]) => rows.map((values, row) => ({ row, values, errors: {} }))
const plan = (rows: Record<string, string>[], people: PayrollPerson[], change: Partial<PayrollInput> = {}) =>
  planPayroll({
    ...{ rows: rowsOf(...rows), people, groups: [], profileKeys: ['documento'], idKey: 'documento' },
    createId: () => `new${Math.random()}`,
    ...change,
  })

describe('plan of a payroll', () => {
  it('refuses two rows of one person, by e-mail address and by identity number', () => {
    const eva = person('eva', { profile: { documento: '1020' } })
    const { errors, steps } = plan(
      [
        { name: 'eva', email: 'EVA@empresa.co' },
        { name: 'otra', email: 'otra@empresa.co', documento: '1020' },
      ],
      [eva],
    )
    expect(errors.map(({ cells }) => cells)).toEqual([{ email: 'duplicate' }, { email: 'duplicate' }])
    expect(steps).toEqual([])
  })

  it('refuses two new people with one identity number, however it is typed', () => {
    const { errors, steps } = plan(
      [
        { name: 'ana', email: 'ana@empresa.co', documento: '1020' },
        { name: 'luz', email: 'luz@empresa.co', documento: '1.020' },
      ],
      [],
    )
    expect(errors.map(({ cells }) => cells)).toEqual([{ documento: 'duplicate' }, { documento: 'duplicate' }])
    expect(steps).toEqual([])
  })

  it('lets an administrator stay who is missing from the file', () => {
    const people = [person('chief', { isAdmin: true }), person('worker')]
    expect(plan([{ name: 'ana', email: 'ana@empresa.co' }], people).left.map(({ id }) => id)).toEqual(['worker'])
  })

  it('refuses everyone below a new manager whose row has an error', () => {
    const { errors } = plan(
      [
        { name: 'c', email: 'c@empresa.co', managerKey: 'b@empresa.co' },
        { name: 'b', email: 'b@empresa.co', managerKey: 'a@empresa.co' },
        { name: 'a', email: 'a@empresa.co', managerKey: 'nadie@empresa.co' },
      ],
      [],
    )
    expect(errors).toHaveLength(3)
  })

  it('finds the receiver above, and none in a circle', () => {
    const people = [
      person('worker', { manager: 'boss' }),
      person('boss', { manager: 'gone' }),
      person('gone', { manager: 'chief', isActive: false }),
      person('chief', { isOnPayroll: false }),
      person('left', { manager: 'right' }),
      person('right', { manager: 'left' }),
    ]
    const { left } = plan([], people)
    expect(left.map(({ id, manager }) => [id, manager])).toEqual([
      ['worker', 'chief'],
      ['boss', 'chief'],
      ['left', ''],
      ['right', ''],
    ])
  })

  it('never activates administrators, and leaves a full group alone', () => {
    const admin = person('admin', { isAdmin: true, isActive: false })
    const planned = plan([{ name: 'admin', email: admin.email }], [admin])
    expect(planned).toMatchObject({ steps: [], errors: [{ cells: { email: 'payroll.unconfirmed' } }] })
    const members = Array.from({ length: 500 }, (_, n) => `m${n}`)
    const { errors } = plan([{ name: 'eva', email: 'eva@empresa.co', groupNames: 'todos' }], [person('eva')], {
      groups: [{ id: 'g', name: 'Todos', members }],
    })
    expect(errors[0]?.cells).toEqual({ groupNames: 'payroll.groupFull' })
  })

  it.each([
    [5, 5, false],
    [6, 30, false],
    [6, 29, true],
  ])('asks for the number if %i of %i leave: %s', (leaving, active, expected) => {
    expect(isSuspiciousShare(leaving, active)).toBe(expected)
  })
})
