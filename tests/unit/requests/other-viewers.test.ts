import { expect, test } from 'vitest'
import { formatNames } from '../../../src/requests/queue/other-viewers.tsx'

test('of many who look at a request, how many more they are is the last of the list', () => {
  expect(formatNames(['Ana', 'Luz', 'Eva'])).toBe('Ana, Luz y Eva')
  expect(formatNames(['Ana', 'Luz', 'Eva', 'Sol', 'Paz'])).toBe('Ana, Luz, Eva y 2 más')
})
