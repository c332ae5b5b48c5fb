import type { RequestAction } from '../domain/requests/request-transitions.ts'
import type { ButtonVariant } from '../ui/button.tsx'
import type { IconName } from '../ui/icon.tsx'

export const actionIcons = {
  submit: 'send',
  approve: 'approve',
  return: 'return',
  reject: 'reject',
  reopen: 'refresh',
  cancel: 'close',
  regenerate: 'refresh',
  issue: 'file',
  annul: 'close',
} as const satisfies Record<RequestAction, IconName>

/** Button variant of each action; an action not listed uses the default variant. */
export const actionVariants: Partial<Record<RequestAction, ButtonVariant>> = { approve: 'primary', reject: 'danger' }
