import type { RequestAction } from '../domain/request.ts'
import type { IconName } from '../ui/icon.tsx'

export const actionIcons = {
  submit: 'send',
  approve: 'approve',
  return: 'return',
  reject: 'reject',
  reopen: 'refresh',
  cancel: 'close',
  regenerate: 'refresh',
} as const satisfies Record<RequestAction, IconName>
