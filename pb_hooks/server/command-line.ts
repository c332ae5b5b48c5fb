import { domainsOf, pageAddress } from '../lib/address.ts'

/** `serve` under a name that PocketBase without our hooks does not know, so that it never serves without them. */
export const ourServe = 'formatos'

/**
 * The command line as typed, and for `serve` what the environment says of the address: where to listen, the domains that
 * get a certificate, the one origin other pages may call from. So the container and `npm start` follow the same settings.
 */
export function commandLine([command = '', ...given]: string[], setting: (name: string) => string): string[] {
  const typed = [command === ourServe ? 'serve' : command, ...given]
  if (typed[0] !== 'serve') return command ? typed : []
  const host = setting('HOST').includes(':') ? `[${setting('HOST')}]` : setting('HOST')
  const domains = domainsOf(setting)
  const http = domains.length ? host && `${host}:80` : `${host || '127.0.0.1'}:${setting('PORT') || '8090'}`
  const https = domains.length && host ? `${host}:443` : ''
  const origins = pageAddress(setting).match(/^https?:\/\/[^/]+/)?.[0] ?? ''
  const flags = Object.entries({ http, https, origins }).filter(([flag, value]) => value && !isTyped(typed, flag))
  return [...typed, ...domains, ...flags.map(([flag, value]) => `--${flag}=${value}`)]
}

function isTyped(typed: string[], flag: string): boolean {
  return typed.some((word) => word.startsWith(`--${flag}=`))
}
