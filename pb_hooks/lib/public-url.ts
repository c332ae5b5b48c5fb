type GetSetting = (name: string) => string

export function parseDomains(setting: GetSetting): string[] {
  return setting('DOMAIN')
    .split(/[\s,]+/)
    .filter(Boolean)
}

/**
 * Returns the public URL of the application without a trailing slash: `APP_URL`, or an address derived from other
 * settings.
 */
export function getPublicUrl(setting: GetSetting): string {
  const [domain] = parseDomains(setting)
  const host = setting('HOST')
  const name = /^(0\.0\.0\.0|::|)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const implied = domain ? `https://${domain}` : `http://${name}:${setting('PORT') || '8090'}`
  return (setting('APP_URL') || implied).replace(/\/+$/, '')
}

/** Returns an error if `APP_URL` is no address with a protocol, or has a path; otherwise ''. */
export function findPublicUrlError(setting: GetSetting): string {
  const url = getPublicUrl(setting)
  if (/^https?:\/\/[^\s/?#@]+$/i.test(url)) return ''
  return `APP_URL es «${url}». Debe ser una dirección sin ruta, como https://formatos.ejemplo.com: la aplicación no funciona bajo una ruta.`
}
