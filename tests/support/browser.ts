import { AxeBuilder } from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { getCurrentTest } from 'vitest/suite'
import { anAddress, type Person } from './people.ts'
import { testServer } from './test-server.ts'
import { findBrowser } from './tools.mjs'

/** Starts Debian's Chromium. As root it cannot use its sandbox, and in containers it lacks shared memory. */
export function openBrowser(args: readonly string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...args],
  })
}

/** Opens a page with separate cookies and client address, in Colombian Spanish. */
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
/** Rules whose result depends on the theme. */
const ofColours = ['color-contrast', 'link-in-text-block']

/** Returns the violations of WCAG 2.2 AA on the page, or only those of colours, one per line. */
export async function barriers(page: Page, only?: 'colours'): Promise<string[]> {
  // Reduces motion, because a toast that fades in or out during the analysis has another contrast at each moment.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await settled(page)
  // Omits passed checks, which would be thousands on a page with a long list.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await (only ? axe.withRules(ofColours) : axe.withTags(standard)).analyze()
  await page.emulateMedia({ reducedMotion: null })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`))
}

/** Returns all violations in the light theme, and those of colours in the dark theme. */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'light' })
  const light = await barriers(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  return [...light, ...(await barriers(page, 'colours'))]
}

/** Signs in without the form, by setting the cookie. */
export async function asPerson(page: Page, { pb }: Person): Promise<void> {
  const value = encodeURIComponent(JSON.stringify({ token: pb.authStore.token, record: pb.authStore.record }))
  await page.context().addCookies([{ name: 'pb_auth', value, url: testServer().url }])
}

/** Waits for colour transitions, during which contrasts differ. */
async function settled(page: Page) {
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    const running = document.getAnimations().filter(({ playState }) => playState === 'running')
    const finite = running.filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    await Promise.allSettled(finite.map(({ finished }) => finished))
  })
}

/** Holds uploads until the returned function is called. */
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
