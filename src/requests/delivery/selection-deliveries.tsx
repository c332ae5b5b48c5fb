import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { canManageDelivery } from '../../domain/deliveries/delivery.ts'
import type { User } from '../../domain/users/user.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { countSelected, type Selection } from '../list/selection.ts'
import { toRequestFilter } from '../list-search.ts'
import type { AddressItem } from './correct-addresses-dialog.tsx'
import { CorrectAddressesDialog } from './correct-addresses-dialog.tsx'
import { sendAgainMutation } from './delivery-actions.tsx'

interface Props {
  choice: Selection
  me: User
  onDone: () => void
}

/** Buttons that send the documents of the selected requests again, or correct their addresses. */
export function SelectionDeliveries({ choice, me, onDone }: Props) {
  const [correcting, setCorrecting] = useState<AddressItem[] | null>(null)
  const { mutate, isPending } = useMutation({ ...sendAgainMutation, onSuccess: onDone })
  const own = choice.all ? [] : choice.items.filter(({ owner, delivery }) => delivery && canManageDelivery(me, owner))
  const ids = own.filter(({ delivery }) => delivery !== 'waiting').map(({ id }) => id)
  const isOfState = choice.all && choice.search.delivery !== undefined && choice.search.delivery !== 'waiting'
  const count = isOfState ? countSelected(choice) : ids.length
  const failed = own.filter(({ delivery }) => delivery === 'refused' || delivery === 'address')
  function send() {
    if (!choice.all) return mutate({ ids })
    const except = choice.except.length ? { except: [...choice.except] } : {}
    mutate({ filter: toRequestFilter(choice.search), expected: count, ...except })
  }
  return (
    <>
      {count > 0 && (
        <Button size="s" icon="send" pending={isPending} onClick={send}>
          {`Enviar de nuevo (${formatNumber(count)})`}
        </Button>
      )}
      {failed.length > 0 && (
        <Button
          size="s"
          icon="edit"
          onClick={() =>
            setCorrecting(
              failed.map(({ id, number, summary, recipient }) => ({
                id,
                label: `${number} · ${summary}`,
                email: recipient,
              })),
            )
          }
        >
          {`Corregir correos (${formatNumber(failed.length)})`}
        </Button>
      )}
      {correcting && <CorrectAddressesDialog items={correcting} onClose={() => setCorrecting(null)} />}
    </>
  )
}
