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
