// Setup file of the e2e tests: starts a browser before the tests of each file and closes it after them.
import { afterAll, beforeAll } from 'vitest'
import { browser, startBrowser } from './browser.ts'

beforeAll(startBrowser)
afterAll(() => browser.close())
