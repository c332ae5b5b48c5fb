import { type UseMutationOptions, useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { describeError } from '../../lib/api-error.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props<Data, Variables>
  extends Omit<ComponentProps<typeof ConfirmDialog>, 'open' | 'onConfirm' | 'pending' | 'error'> {
  mutation: UseMutationOptions<Data, Error, Variables>
  variables: Variables
}

/** Confirmation dialog that runs a mutation. Closes after a success, unless the mutation has an `onSuccess`; after an error it stays open with the message. */
export function MutationDialog<Data, Variables>({ mutation, variables, ...props }: Props<Data, Variables>) {
  const { mutate, isPending, error } = useMutation({ ...mutation, onSuccess: mutation.onSuccess ?? props.onClose })
  return (
    <ConfirmDialog
      {...props}
      onConfirm={() => mutate(variables)}
      pending={isPending}
      error={error ? describeError(error) : undefined}
    />
  )
}
