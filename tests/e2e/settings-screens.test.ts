import { beforeAll, expect, test } from 'vitest'
import { browser } from '../support/browser.ts'
import { anAdmin } from '../support/people.ts'
import { findScreenProblems, openScreenPages, type ScreenPages } from '../support/screens.ts'

let pages: ScreenPages
beforeAll(async () => {
  pages = await openScreenPages(browser, await anAdmin())
})

test.each([
  '/app/settings',
  '/app/setup?step=organisation',
  '/app/setup?step=signatory',
  '/app/setup?step=formats',
  '/app/settings/organisation',
  '/app/settings/registration',
  '/app/settings/paper',
  '/app/settings/signatories',
  '/app/settings/seal',
  '/app/settings/profile-fields',
  '/app/settings/groups',
  '/app/settings/backups',
  '/app/settings/mail',
  '/app/settings/keys',
  '/app/settings/webhooks',
])('%s has no accessibility violations in either theme on desktop, tablet and phone', async (path) => {
  expect(await findScreenProblems(pages, path)).toEqual([])
})
