import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { canManageDelivery } from '../../domain/deliveries/delivery.ts'
import { missingSigningStates } from '../../domain/links/signing.ts'
import type { RequestItem } from '../../domain/requests/request-output.ts'
import type { User } from '../../domain/users/user.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { countSelected, type Selection } from '../list/selection.ts'
import { toRequestFilter } from '../list-search.ts'
import { CorrectAddressesDialog, toAddressItem } from './correct-addresses-dialog.tsx'
import { askSignersMutation, correctAddressesMutation, sendAgainMutation } from './link-actions.tsx'

const wasSent = (delivery: string | undefined) => Boolean(delivery) && delivery !== 'waiting'
const lacksSignatures = (signing: string | undefined) =>
  ['missing', ...missingSigningStates].some((one) => one === signing)

interface Props {
  choice: Selection
  me: User
  onDone: () => void
}

/** Buttons that send the documents of the selected requests again, or correct their addresses, or remind their signers. */
export function SelectionLinks({ choice, me, onDone }: Props) {
  const [isCorrecting, setCorrecting] = useState(false)
  const own = choice.all ? [] : choice.items.filter(({ owner }) => canManageDelivery(me, owner))
  const failed = own.filter(({ delivery }) => delivery === 'refused' || delivery === 'address')
  return (
    <>
      <TargetsButton
        label="Enviar de nuevo"
        mutation={sendAgainMutation}
        choice={choice}
        allMatch={choice.all && wasSent(choice.search.delivery)}
        items={own.filter(({ delivery }) => wasSent(delivery))}
        onDone={onDone}
      />
      <TargetsButton
        label="Recordar firmas"
        mutation={askSignersMutation}
        choice={choice}
        allMatch={choice.all && lacksSignatures(choice.search.signing)}
        items={own.filter(({ signing }) => lacksSignatures(signing))}
        onDone={onDone}
      />
      {failed.length > 0 && (
        <Button size="s" icon="edit" onClick={() => setCorrecting(true)}>
          {`Corregir correos (${formatNumber(failed.length)})`}
        </Button>
      )}
      {isCorrecting && (
        <CorrectAddressesDialog
          items={failed.map(toAddressItem)}
          mutation={correctAddressesMutation}
          onClose={() => setCorrecting(false)}
        />
      )}
    </>
  )
}

interface ButtonProps extends Pick<Props, 'choice' | 'onDone'> {
  label: string
  mutation: typeof sendAgainMutation
  /** True if the action applies to all results of a search. */
  allMatch: boolean
  /** Selected requests to which the action applies; none if all results are selected. */
  items: readonly RequestItem[]
}

/** Button that runs a mutation on the selected requests, with their number; renders nothing if it applies to none. */
function TargetsButton({ label, mutation, choice, allMatch, items, onDone }: ButtonProps) {
  const { mutate, isPending } = useMutation({ ...mutation, onSuccess: onDone })
  const count = allMatch ? countSelected(choice) : items.length
  const targets = choice.all
    ? {
        filter: toRequestFilter(choice.search),
        expected: count,
        ...(choice.except.length && { except: [...choice.except] }),
      }
    : { ids: items.map(({ id }) => id) }
  return (
    count > 0 && (
      <Button size="s" icon="send" pending={isPending} onClick={() => mutate(targets)}>
        {`${label} (${formatNumber(count)})`}
      </Button>
    )
  )
}
