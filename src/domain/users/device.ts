const systems: readonly (readonly [RegExp, string])[] = [
  [/iPad/, 'iPad'],
  [/iPhone|iPod/, 'iPhone'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

/** Browser patterns in order of precedence, because user agents also contain the names of other browsers. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const findName = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1]

/**
 * Returns a short device name from the user agent: «Firefox en Windows». If the client is no known browser, returns the first word of the user agent.
 */
export function getDeviceName(userAgent: string): string {
  const text = userAgent.slice(0, 500)
  const browser = findName(browsers, text)
  const system = findName(systems, text)
  if (browser) return system ? `${browser} en ${system}` : browser
  return /^[\w.-]{1,40}/.exec(text)?.[0] ?? system ?? ''
}
