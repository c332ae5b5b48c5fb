export const mailFrequencies = ['now', 'daily', 'never'] as const
export type MailFrequency = (typeof mailFrequencies)[number]

/** Default mail frequency of each notice kind. For `waiting`, `daily` also mails immediately if nothing else was pending (see `getMailTime`). */
export const defaultMailFrequencies = {
  decided: 'now',
  comment: 'never',
  document: 'never',
  batch: 'never',
  waiting: 'daily',
  overdue: 'now',
  finalRequested: 'daily',
  substitution: 'now',
  registration: 'now',
  documentFailed: 'never',
  deliveryFailed: 'now',
  signing: 'now',
  backupFailed: 'now',
  mailFailed: 'now',
  sealEnd: 'now',
  key: 'now',
} as const satisfies Record<string, MailFrequency>
export type NoticeKind = keyof typeof defaultMailFrequencies
export const noticeKinds = Object.keys(defaultMailFrequencies) as [NoticeKind, ...NoticeKind[]]
