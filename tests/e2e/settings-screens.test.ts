import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'
import { findScreenProblems, openScreenPages, type ScreenPages } from '../support/screens.ts'

let browser: Browser
let pages: ScreenPages
beforeAll(async () => {
  browser = await openBrowser()
  pages = await openScreenPages(browser, await anAdmin())
})
afterAll(() => browser.close())

test.each([
  '/app/settings',
  '/app/setup?step=organisation',
  '/app/setup?step=signatory',
  '/app/setup?step=formats',
  '/app/settings/organisation',
  '/app/settings/registration',
  '/app/settings/paper',
  '/app/settings/signatories',
  '/app/settings/profile-fields',
  '/app/settings/groups',
  '/app/settings/backups',
  '/app/settings/mail',
  '/app/settings/keys',
  '/app/settings/webhooks',
])('%s has no accessibility violations in either theme on desktop, tablet and phone', async (path) => {
  expect(await findScreenProblems(pages, path)).toEqual([])
})
