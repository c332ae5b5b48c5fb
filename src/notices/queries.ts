import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { MailFrequency, NoticeKind } from '../domain/notices/notice.ts'
import type { MailFrequencyByNoticeKind, NoticePage } from '../domain/notices/notice-output.ts'
import { pb } from '../lib/pb.ts'

export const noticeListQuery = (page: number) =>
  queryOptions({
    queryKey: ['notices', 'list', page],
    queryFn: () => pb.send<NoticePage>('/api/app/notices', { query: { page } }),
    placeholderData: keepPreviousData,
  })

/** Marks notices as read: the notices in `ids`, or all notices created until a moment. */
export const markNoticesReadMutation = mutationOptions({
  mutationKey: ['notices', 'read'],
  mutationFn: (read: { ids: string[] } | { until: string }) =>
    pb.send<void>('/api/app/notices/read', { method: 'POST', body: read }),
  meta: { invalidates: [['notices'], ['counts']] },
})

export const mailPreferencesQuery = queryOptions({
  queryKey: ['notices', 'choices'],
  queryFn: () => pb.send<MailFrequencyByNoticeKind>('/api/app/notices/choices', {}),
})

export const saveMailPreferenceMutation = mutationOptions({
  mutationKey: ['notices', 'choose'],
  mutationFn: (choice: { kind: NoticeKind; mail: MailFrequency }) =>
    pb.send<void>('/api/app/notices/choices', { method: 'PUT', body: choice }),
  meta: { success: 'Elección guardada.', invalidates: [['notices', 'choices']] },
})
