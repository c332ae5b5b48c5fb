import { QueryObserver } from '@tanstack/react-query'
import { expect, it, vi } from 'vitest'
import { queryClient } from '../../src/lib/query-client.ts'

// Inserts its styles when it is imported, and this test has no page.
vi.mock('sonner', () => ({ toast: {} }))

it('shows a change that was made during the first load of a list', async () => {
  let stored = 'blocked'
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  const list = new QueryObserver(queryClient, {
    queryKey: ['users', 'list'],
    async queryFn() {
      const read = stored
      await answered
      return read
    },
  })
  const close = list.subscribe(() => {})
  const unblock = queryClient.getMutationCache().build(queryClient, {
    mutationKey: ['users', 'unblock'],
    async mutationFn() {
      stored = 'unblocked'
      setTimeout(answer)
    },
  })
  await unblock.execute(undefined)
  expect(list.getCurrentResult().data).toBe('unblocked')
  close()
})
