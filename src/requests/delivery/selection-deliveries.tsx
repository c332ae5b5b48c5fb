import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { canManageDelivery } from '../../domain/deliveries/delivery.ts'
import type { User } from '../../domain/users/user.ts'
import { formatNumber } from '../../lib/number-format.ts'
import { Button } from '../../ui/actions/button.tsx'
import { countSelected, type Selection } from '../list/selection.ts'
import { toRequestFilter } from '../list-search.ts'
import { askSignersMutation } from '../signing/signing-actions.ts'
import type { AddressItem } from './correct-addresses-dialog.tsx'
import { CorrectAddressesDialog } from './correct-addresses-dialog.tsx'
import { sendAgainMutation } from './delivery-actions.tsx'

interface Props {
  choice: Selection
  me: User
  onDone: () => void
}

/** Buttons that send the documents of the selected requests again, or correct their addresses, or remind their signers. */
export function SelectionDeliveries({ choice, me, onDone }: Props) {
  const [correcting, setCorrecting] = useState<AddressItem[] | null>(null)
  const { mutate, isPending } = useMutation({ ...sendAgainMutation, onSuccess: onDone })
  const own = choice.all ? [] : choice.items.filter(({ owner, delivery }) => delivery && canManageDelivery(me, owner))
  const ids = own.filter(({ delivery }) => delivery !== 'waiting').map(({ id }) => id)
  const isOfState = choice.all && choice.search.delivery !== undefined && choice.search.delivery !== 'waiting'
  const count = isOfState ? countSelected(choice) : ids.length
  const failed = own.filter(({ delivery }) => delivery === 'refused' || delivery === 'address')
  const asking = useMutation({ ...askSignersMutation, onSuccess: onDone })
  const isMissing = (signing: string | undefined) =>
    signing === 'pending' || signing === 'undelivered' || signing === 'expired'
  const unsigned = choice.all
    ? []
    : choice.items.filter((one) => isMissing(one.signing) && canManageDelivery(me, one.owner))
  const isOfSigning = choice.all && (choice.search.signing === 'missing' || isMissing(choice.search.signing))
  const unsignedCount = isOfSigning ? countSelected(choice) : unsigned.length
  const targets = choice.all
    ? {
        filter: toRequestFilter(choice.search),
        expected: countSelected(choice),
        ...(choice.except.length && { except: [...choice.except] }),
      }
    : undefined
  function send() {
    mutate(targets ?? { ids })
  }
  return (
    <>
      {count > 0 && (
        <Button size="s" icon="send" pending={isPending} onClick={send}>
          {`Enviar de nuevo (${formatNumber(count)})`}
        </Button>
      )}
      {unsignedCount > 0 && (
        <Button
          size="s"
          icon="send"
          pending={asking.isPending}
          onClick={() => asking.mutate(targets ?? { ids: unsigned.map(({ id }) => id) })}
        >
          {`Recordar firmas (${formatNumber(unsignedCount)})`}
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
