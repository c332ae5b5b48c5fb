import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'
import { anAddress, type Person } from './people.ts'
import { testServer } from './test-server.ts'
import { findBrowser } from './tools.mjs'

/** Debian's Chromium; as root it needs to do without its own sandbox, and in a container without shared memory. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...args],
  })
}

/** A page of a person of their own: own cookies, own client address, Colombian Spanish. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    baseURL: testServer().url,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    acceptDownloads: true,
    extraHTTPHeaders: { 'X-Forwarded-For': anAddress() },
    ...options,
  })
  context.setDefaultTimeout(30_000)
  // Open pages of administrators would load again after each change that later tests make.
  if (getCurrentTest()) onTestFinished(() => context.close())
  return context.newPage()
}

export const onAPhone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const

const standard = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What else is judged of a page is the same in any colours. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** What WCAG 2.2 AA finds against the page as it stands, or against its colours alone, each as one line; empty when nothing. */
export async function barriers(page: Page, only?: 'colours'): Promise<string[]> {
  // Reduces motion, because a toast that fades in or out during the analysis has another contrast at each moment.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await settled(page)
  // Within the page, without a word of what is right: of a long list that would be thousands.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (only ? axe.withRules(ofColours) : axe.withTags(standard)).analyze()
  await page.emulateMedia({ reducedMotion: null })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** In the light theme, and what in the dark one may be otherwise. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await barriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await barriers(page, 'colours'))]
}

/** In without the form: the cookie is what a reload would find as well. */
export async function asPerson(page: Page, { pb }: Person): Promise<void> {
  const value = encodeURIComponent(JSON.stringify({ token: pb.authStore.token, record: pb.authStore.record }))
  await page.context().addCookies([{ name: 'pb_auth', value, url: testServer().url }])
}

/** A colour on its way from one theme to the other has a contrast of its own. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    const finite = running.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

/** What goes up waits until the function that is given is called. */
export async function withUploadsHeld(page: Page): Promise<() => void> {
  let go = () => {}
  const line = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.context().route('**/api/app/attachments/*/bytes**', async (route) => {
    await line
    await route.continue()
  })
  return () => go()
}
