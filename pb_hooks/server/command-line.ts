import { getPublicUrl, parseDomains } from '../lib/public-url.ts'

/**
 * Name of the `serve` command in the start scripts. PocketBase itself has no such command, so it never serves without
 * these hooks.
 */
export const serveCommandName = 'formatos'

/**
 * Returns the command line as typed; for `serve`, adds address, certificate domains and allowed origin from the environment.
 * So the container and `npm start` use the same settings.
 */
export function buildCommandLine([command = '', ...args]: string[], setting: (name: string) => string): string[] {
  const typed = [command === serveCommandName ? 'serve' : command, ...args]
  if (typed[0] !== 'serve') return command ? typed : []
  const host = setting('HOST').includes(':') ? `[${setting('HOST')}]` : setting('HOST')
  const domains = parseDomains(setting)
  const http = domains.length ? host && `${host}:80` : `${host || '127.0.0.1'}:${setting('PORT') || '8090'}`
  const https = domains.length && host ? `${host}:443` : ''
  const origins = getPublicUrl(setting).match(/^https?:\/\/[^/]+/)?.[0] ?? ''
  const flags = Object.entries({ http, https, origins }).filter(([flag, value]) => value && !isTyped(typed, flag))
  return [...typed, ...domains, ...flags.map(([flag, value]) => `--${flag}=${value}`)]
}

function isTyped(typed: string[], flag: string): boolean {
  return typed.some((word) => word.startsWith(`--${flag}=`))
}
