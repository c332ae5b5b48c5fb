import { expect, test } from 'vitest'
import { apiCalls } from '../../pb_hooks/api-calls.ts'
import { findApiCall } from '../../pb_hooks/keys/find-api-call.ts'
import { requestActionNames } from '../../src/domain/requests/actions.ts'
import { routeGuards } from '../support/access.ts'
import { serverRoutes } from '../support/routes.ts'

const routes = serverRoutes.flatMap((route) =>
  route.endsWith('{action}') ? requestActionNames.map((action) => route.replace('{action}', action)) : [route],
)

test('every application route defines its key scope and has an access test', () => {
  expect(routes.length).toBeGreaterThan(50)
  const known = new Set<string>(Object.keys(apiCalls))
  expect(routes.filter((route) => !known.has(route))).toEqual([])
  const documentedCalls = new Set(routeGuards.map(({ call }) => call))
  expect(routes.filter((route) => !documentedCalls.has(route))).toEqual([])
})

test('no definition refers to a removed route', () => {
  const own = Object.keys(apiCalls).filter((name) => /^\w+ \/api\/app\//.test(name))
  expect(own.filter((name) => !routes.includes(name))).toEqual([])
})

test.each([
  '/api/app/requests/',
  '/api/app//requests',
  '/api/app/requests/../keys',
  '/api/app/requests/%2e%2e/keys',
  '/api/app/requests?x=1',
  '/api/app/requests/approve/x',
  '/api/collections/pbc_1003195976/records',
  '/api/files/requests/aaaaaaaaaaaaaaa/..',
  '/api/files/requests/aaaaaaaaaaaaaaa/a/b',
  '/api/collections/requests/records/AAAAAAAAAAAAAAA',
  '\n/api/app/requests',
])('does not match %j to any call', (address) => {
  expect(findApiCall(apiCalls, 'GET', address)).toBeUndefined()
})
