import { expect, test } from 'vitest'
import { substitutionSchema } from '../../src/domain/groups/substitution.ts'

const getErrors = (input: object) =>
  substitutionSchema.safeParse(input).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)

test('every empty input of a substitution is required', () => {
  expect(getErrors({ person: '', substitute: '', from: '', to: '' })).toEqual([
    'person: required',
    'substitute: required',
    'from: required',
    'to: required',
  ])
})

test('the substituted user is a record id', () => {
  const days = { from: '2027-01-01', to: '2027-01-02' }
  expect(getErrors({ person: 'Ana', substitute: 'b'.repeat(15), ...days })).toEqual(['person: invalid'])
  expect(getErrors({ person: 'a'.repeat(15), substitute: 'b'.repeat(15), ...days })).toBeUndefined()
})
