import { expect, it } from 'vitest'
import { buildCommandLine } from '../../pb_hooks/server/command-line.ts'

function served(environment: Record<string, string>, typed = ['serve', '--dir=x']) {
  return buildCommandLine(typed, (name) => environment[name] ?? '').slice(typed.length)
}

it('listens on 127.0.0.1 by default', () => {
  expect(served({})).toEqual(['--http=127.0.0.1:8090', '--origins=http://localhost:8090'])
  expect(served({ HOST: '0.0.0.0', PORT: '9000' })).toContain('--http=0.0.0.0:9000')
  expect(served({ HOST: '::1', PORT: '9000' })).toContain('--http=[::1]:9000')
})

it('allows cross-origin calls only from the address of the application', () => {
  expect(served({ APP_URL: 'https://formatos.ejemplo.test/' })).toContain('--origins=https://formatos.ejemplo.test')
})

it('asks for a certificate for each domain', () => {
  const origins = '--origins=https://a.ejemplo.test'
  expect(served({ DOMAIN: 'a.ejemplo.test, www.a.ejemplo.test' })).toEqual([
    'a.ejemplo.test',
    'www.a.ejemplo.test',
    origins,
  ])
  expect(served({ DOMAIN: 'a.ejemplo.test', HOST: '10.0.0.5' })).toEqual([
    'a.ejemplo.test',
    '--http=10.0.0.5:80',
    '--https=10.0.0.5:443',
    origins,
  ])
})

it('preserves typed options and other commands', () => {
  expect(served({ PORT: '9000' }, ['serve', '--http=127.0.0.1:1'])).toEqual(['--origins=http://localhost:9000'])
  expect(served({ PORT: '9000' }, ['superuser', 'upsert'])).toEqual([])
})
