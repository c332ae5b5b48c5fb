import { expect, test } from 'vitest'
import { namedOf } from '../../../src/requests/queue/present-others.tsx'

test('of many who look at a request, how many more they are is the last of the list', () => {
  expect(namedOf(['Ana', 'Luz', 'Eva'])).toBe('Ana, Luz y Eva')
  expect(namedOf(['Ana', 'Luz', 'Eva', 'Sol', 'Paz'])).toBe('Ana, Luz, Eva y 2 más')
})
