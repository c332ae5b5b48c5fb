import { getPublicUrl, parseDomains } from '../lib/public-url.ts'

/**
 * Name of the command that starts the server. It replaces `serve`, because PocketBase without these hooks rejects an
 * unknown command instead of serving without them.
 */
export const startCommandName = 'formatos'

/**
 * Returns the command line as typed; for `serve`, adds address, certificate domains and allowed origin from the environment.
 * So the container and `npm start` use the same settings.
 */
export function buildCommandLine([command = '', ...args]: string[], setting: (name: string) => string): string[] {
  const typed = [command === startCommandName ? 'serve' : command, ...args]
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
