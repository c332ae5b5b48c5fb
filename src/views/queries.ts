import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ListWithViews } from '../domain/views/view.ts'
import type { ViewInput } from '../domain/views/view-input.ts'
import type { View } from '../domain/views/view-output.ts'
import { pb } from '../lib/pb.ts'

const views = () => pb.collection('views')

/** Query for the saved views that the user can see for a list, own views first. */
export const savedViewsQuery = (screen: ListWithViews) =>
  queryOptions({
    queryKey: ['views', screen],
    queryFn: () => pb.send<View[]>('/api/app/views', { query: { screen } }),
  })

export const saveViewMutation = mutationOptions({
  mutationKey: ['views', 'save'],
  mutationFn: ({ id, ...input }: Partial<ViewInput> & { id?: string }) =>
    id
      ? views().update<{ id: string }>(id, input)
      : views().create<{ id: string }>({ ...input, owner: pb.authStore.record?.id }),
  meta: { success: 'Vista guardada.', quiet: true },
})

export const deleteViewMutation = mutationOptions({
  mutationKey: ['views', 'delete'],
  mutationFn: (id: string) => views().delete(id),
  meta: { success: 'Vista borrada.', quiet: true },
})
