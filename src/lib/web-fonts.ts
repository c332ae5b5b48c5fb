import besley from '@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url'
import publicSans from '@fontsource-variable/public-sans/files/public-sans-latin-wght-normal.woff2?url'

/**
 * Adds the web fonts after the first paint, because loading them earlier would delay scripts. Fallback fonts with the
 * same metrics are shown until then.
 */
export function addWebFonts() {
  const add = (family: string, url: string, weight: string) =>
    document.fonts.add(new FontFace(family, `url(${url}) format("woff2")`, { weight, display: 'swap' }))
  add('Public Sans', publicSans, '100 900')
  add('Besley', besley, '400 900')
}
