import { expect, test } from 'vitest'
import { isPublicAddress, parseProcNetAddress } from '../../src/domain/webhooks/public-address.ts'
import { parseWebhookUrl } from '../../src/domain/webhooks/webhook.ts'

const of = (text: string): number[] => {
  if (!text.includes(':')) return text.split('.').map(Number)
  const [head = '', tail = ''] = text.split('::')
  const words = (part: string) => part.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - words(head).length - words(tail).length }, () => '0')
  return [...words(head), ...zeros, ...words(tail)].flatMap((word) => {
    const number = Number.parseInt(word, 16)
    return [number >> 8, number & 255]
  })
}

test.each([
  ...[
    '8.8.8.8',
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '192.167.0.1',
    '223.255.255.255',
    '198.20.0.1',
  ],
  ...['2606:4700::1', '2001:4860:4860::8888', '::ffff:808:808'],
])('accepts public address %s', (address) => expect(isPublicAddress(of(address))).toBe(true))

test.each([
  ...[
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
  ],
  ...['192.0.0.8', '198.18.0.1', '198.19.255.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
  ...[
    '::',
    '::1',
    'fe80::1',
    'fc00::1',
    'fd12::1',
    'ff02::1',
    '64:ff9b::a00:1',
    '2002:a00:1::',
    '2001:db8::1',
    '2001::1',
    '::ffff:7f00:1',
    '::ffff:a00:1',
  ],
])('rejects private address %s', (address) => expect(isPublicAddress(of(address))).toBe(false))

test('parses addresses of /proc/net', () => {
  expect(parseProcNetAddress('0100007F')).toEqual([127, 0, 0, 1])
  expect(parseProcNetAddress('0000000000000000FFFF00000100007F')).toEqual(of('::ffff:7f00:1'))
  expect(parseProcNetAddress('00000000000000000000000001000000')).toEqual(of('::1'))
})

test.each(['/%ff', '/%e0%a4', '/%zz', '/%'])('rejects %s as a webhook path', (path) => {
  expect(parseWebhookUrl(`https://a.example${path}`)).toBeUndefined()
  expect(parseWebhookUrl('https://a.example/%C3%B1%2F')?.path).toBe('/%C3%B1%2F')
})
