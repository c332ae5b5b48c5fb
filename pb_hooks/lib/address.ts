type Setting = (name: string) => string

export function domainsOf(setting: Setting): string[] {
  return setting('DOMAIN')
    .split(/[\s,]+/)
    .filter(Boolean)
}

/** Returns the public address of the application without a trailing slash: `APP_URL`, or the address implied by the other settings. */
export function pageAddress(setting: Setting): string {
  const [domain] = domainsOf(setting)
  const host = setting('HOST')
  const name = /^(0\.0\.0\.0|::|)$/.test(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host
  const implied = domain ? `https://${domain}` : `http://${name}:${setting('PORT') || '8090'}`
  return (setting('APP_URL') || implied).replace(/\/+$/, '')
}
