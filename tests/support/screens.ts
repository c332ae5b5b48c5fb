import type { Browser, Page } from 'playwright-core'
import { asPerson, barriersInBothThemes, onAPhone, openPage } from './browser.ts'
import { listTextsUnderAnyFocus } from './focus.ts'
import type { Person } from './people.ts'

/** Opens `path`, presses the buttons and tabs whose names begin with `press`, and waits for the content. */
export async function openScreen(page: Page, path: string, press: readonly string[] = []): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  for (const name of press) {
    const label = { name: new RegExp(`^${name}`) }
    const control = page.getByRole('button', label).or(page.getByRole('tab', label)).first()
    await control.click().catch(async (cause) => {
      throw new Error(`${path} has no «${name}»: ${await page.locator('body').innerText()}`, { cause })
    })
  }
  await page.locator('[aria-busy=true], [class*=skeleton]').first().waitFor({ state: 'detached' })
  await page.evaluate(() => document.fonts.ready)
}

/** Two pages of one user that open many screens one after another, so that the browser loads the scripts once. */
export interface ScreenPages {
  desktop: Page
  phone: Page
}

export async function openScreenPages(browser: Browser, person: Person): Promise<ScreenPages> {
  const [desktop, phone] = await Promise.all([openPage(browser), openPage(browser, onAPhone)])
  await Promise.all([asPerson(desktop, person), asPerson(phone, person)])
  return { desktop, phone }
}

const desktopSize = { width: 1280, height: 720 }
const tabletSize = { width: 768, height: 1024 }

/** Opens a screen on a desktop, a tablet and a phone, and returns its problems in both themes, one line each. */
export async function findScreenProblems({ desktop, phone }: ScreenPages, path: string): Promise<string[]> {
  const problems: string[] = []
  const check = async (size: string, page: Page) => {
    const found = [...(await barriersInBothThemes(page)), ...(await findLayoutProblems(page))]
    problems.push(...found.map((problem) => `${size}: ${problem}`))
  }
  const checkDesktop = async () => {
    await desktop.setViewportSize(desktopSize)
    await openScreen(desktop, path)
    await check('desktop', desktop)
    await desktop.setViewportSize(tabletSize)
    await check('tablet', desktop)
  }
  const checkPhone = async () => {
    await openScreen(phone, path)
    await check('phone', phone)
  }
  await Promise.all([checkDesktop(), checkPhone()])
  return problems
}

/**
 * Finds sideways scroll, tab and navigation rows that hide their current entry, ids that are repeated or missing, and texts
 * under the outline of a focused element.
 */
export async function findLayoutProblems(page: Page): Promise<string[]> {
  const hidden = await page.evaluate(() => {
    const { scrollWidth } = document.documentElement
    const current = document.querySelectorAll('nav > [aria-current="page"], [role="tab"][aria-selected="true"]')
    const outOfView = [...current].filter((entry) => {
      const [own, row] = [entry.getBoundingClientRect(), entry.parentElement?.getBoundingClientRect()]
      return !row || own.left <= row.left - 1 || own.right >= row.right + 1
    })
    return [
      ...(scrollWidth > window.innerWidth ? [`page is ${scrollWidth - window.innerWidth} px too wide`] : []),
      ...outOfView.map((entry) => `current entry out of view: ${entry.textContent}`),
    ]
  })
  return [...hidden, ...(await findLooseIds(page)), ...(await listTextsUnderAnyFocus(page))]
}

/** Returns ids that occur twice, and ids that labels and descriptions refer to without an element. */
export const findLooseIds = (page: Page) =>
  page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    const repeated = ids.filter((id, index) => ids.indexOf(id) !== index)
    const references = ['for', 'aria-labelledby', 'aria-describedby', 'aria-controls'].flatMap((name) =>
      [...document.querySelectorAll(`[${name}]`)].flatMap((each) => each.getAttribute(name)?.split(/\s+/) ?? []),
    )
    const missing = references.filter((id) => id && !document.getElementById(id))
    return [...repeated.map((id) => `id twice: ${id}`), ...missing.map((id) => `id of no element: ${id}`)]
  })
