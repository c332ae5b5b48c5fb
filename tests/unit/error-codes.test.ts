import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverErrorMessages } from '../../src/domain/server-error-messages.ts'

/** Codes that programs can receive: those of values, which have no subject, and those of some subjects. */
const received =
  /^(\w+|(attachment|batch|delivery|document|files|key|list|query|rate|realtime|request|seal|server)\.\w+|format\.(access|notPublished|unknown)|user\.forbidden)$/

test('errores.md lists the codes that programs can receive, with their messages', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/integracion/errores.md'), 'utf8')
  const rows = [...page.replace(/^[\s\S]*\n## Códigos\n/, '').matchAll(/^\| `([\w.]+)` \| (.*) \|$/gm)]
  const messages = Object.entries<string>(serverErrorMessages)
  expect(rows.map(([, code, message]) => [code, message])).toEqual(messages.filter(([code]) => received.test(code)))
})
