import { join } from 'node:path'
import axe from 'axe-core'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
  type Route,
} from 'playwright-core'
import { onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'
import { anAddress, type Person } from './people.ts'
import { testServer } from './test-server.ts'
import { findBrowser } from './tools.mjs'

/** Starts Chromium without its sandbox, which root cannot use, and without shared memory, which containers lack. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: join(import.meta.dirname, 'chromium.pl'),
    env: { ...process.env, CHROMIUM: findBrowser() },
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...args],
  })
}

/** Browser of the running test file; `open-browser.ts` starts and closes it. */
export let browser: Browser

export async function startBrowser(): Promise<void> {
  browser = await openBrowser()
}

/** Opens a page with its own cookies and client address, in Colombian Spanish. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: testServer().url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    acceptDownloads: true,
    extraHTTPHeaders: { 'X-Forwarded-For': anAddress() },
    ...options,
  })
  context.setDefaultTimeout(60_000)
  const page = await context.newPage()
  // Closes the page after its test, because open pages load again after each change of later tests.
  if (getCurrentTest())
    onTestFinished(async ({ task }) => {
      if (task.result?.state === 'fail') await printPages(context)
      await context.close()
    })
  return page
}

/** Prints what the open pages of a failed test show, because many failures occur only on a busy machine. */
async function printPages(context: BrowserContext) {
  for (const page of context.pages()) {
    const shown = await page.locator('body').ariaSnapshot({ timeout: 5_000 }).catch(String)
    console.error(`${page.url()}\n${shown.slice(0, 4_000)}`)
  }
}

export const onAPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

const standardTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Rules whose result depends on the colours of the theme. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Returns the violations of WCAG 2.2 AA on the page, one line each. `only`: checks the colours alone. */
export async function barriers(page: Page, only?: 'colours'): Promise<string[]> {
  // Reduces motion, because a toast that fades in or out during the analysis has another contrast at each moment.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await waitForAnimations(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async (runOnly) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe }
      // Without frames and selectors. Style sheets are not loaded again, because no rule in use reads them.
      const options = { runOnly, iframes: false, selectors: false, preload: { assets: ['media' as const] } }
      const { violations } = await inPage.run(document, { ...options, resultTypes: ['violations'] })
      return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
    },
    only ? { type: 'rule' as const, values: colourRules } : { type: 'tag' as const, values: standardTags },
  )
  await page.emulateMedia({ reducedMotion: null })
  return violations
}

/** Returns the violations in the light theme, and those of the colours in the dark theme. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  // Reduces motion first, because a transition keeps the duration with which it starts.
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await barriers(page)
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  return [...light, ...(await barriers(page, 'colours'))]
}

/** Signs in by the cookie that the sign-in form sets. */
export async function asPerson(page: Page, { pb }: Person): Promise<void> {
  const value = encodeURIComponent(JSON.stringify({ token: pb.authStore.token, record: pb.authStore.record }))
  await page.context().addCookies([{ name: 'pb_auth', value, url: pb.baseURL }])
}

/** Opens a page with its own cookies on the server of the user, and signs in. */
export async function openSession(browser: Browser, person: Person, options?: BrowserContextOptions): Promise<Page> {
  const page = await openPage(browser, { baseURL: person.pb.baseURL, ...options })
  await asPerson(page, person)
  return page
}

/** Like `openSession`, and goes to `path`. */
export async function openPageAs(
  browser: Browser,
  person: Person,
  path: string,
  options?: BrowserContextOptions,
): Promise<Page> {
  const page = await openSession(browser, person, options)
  await page.goto(path)
  return page
}

/** Shows the body of a format as source, in the text box. */
export async function showBodySource(page: Page) {
  await page.getByRole('button', { name: 'Ver el código' }).click()
  await page.getByRole('button', { name: 'Ver con estilo' }).waitFor()
}

/** Waits for the end of animations, because colours that change have another contrast. */
async function waitForAnimations(page: Page) {
  await page.evaluate(async () => {
    // Ends after five rounds, because some animations follow each other for as long as the page is open.
    for (let round = 0, running: Animation[] = []; round < 5 && (round === 0 || running.length > 0); round++) {
      // Styles of a changed theme start their transitions in the second frame.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
      running = document
        .getAnimations()
        .filter(
          ({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        )
      await Promise.allSettled(running.map(({ finished }) => finished))
    }
  })
}

/** Holds requests until the returned function is called, and then answers them; by default, with the server's response. */
export async function holdRequests(
  target: Page | BrowserContext,
  url: string | RegExp,
  answer = (route: Route): Promise<void> => route.continue(),
): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await target.route(url, async (route) => {
    await released
    await answer(route)
  })
  return release
}

/** Loses one response: the server processes the request, and the page sees a lost connection. */
export async function loseResponse(page: Page, url: string | RegExp, method = 'POST'): Promise<void> {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    await route.abort('connectionreset')
  })
}

/** Sends one request twice, as Chromium does if a reused connection breaks: the page sees only the second response. */
export async function repeatRequest(page: Page, url: string | RegExp, method = 'POST'): Promise<void> {
  let isRepeated = false
  await page.route(url, async (route) => {
    if (isRepeated || route.request().method() !== method) return route.fallback()
    isRepeated = true
    await route.fetch()
    await route.fulfill({ response: await route.fetch() })
  })
}

/** Holds uploads of attachments until the returned function is called. */
export const withUploadsHeld = (page: Page) => holdRequests(page.context(), '**/api/app/attachments/*/bytes**')
