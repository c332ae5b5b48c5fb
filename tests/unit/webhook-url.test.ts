import { expect, test } from 'vitest'
import { parseWebhookUrl } from '../../src/domain/webhooks/webhook.ts'

test.each(['/%ff', '/%e0%a4', '/%zz', '/%'])('rejects %s as a webhook path', (path) => {
  expect(parseWebhookUrl(`https://a.example${path}`)).toBeUndefined()
  expect(parseWebhookUrl('https://a.example/%C3%B1%2F')?.path).toBe('/%C3%B1%2F')
})
