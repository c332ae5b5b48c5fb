import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Format, FormatText } from '../../domain/formats/format.ts'
import { diffLines, mergeOffer } from '../../domain/formats/offer.ts'
import { describeError } from '../../lib/error-message.ts'
import { notify } from '../../lib/notify.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { answerFormatOfferMutation } from '../admin-queries.ts'
import s from './offered-text-notice.module.css'

interface Props {
  format: Format
  offer: FormatText
  /** True if the user has unsaved changes; these must be saved or discarded first. */
  dirty: boolean
}

/** Notice that a new release offers a new text for a customized format. The user compares both texts and chooses. */
export function OfferedTextNotice({ format, offer, dirty }: Props) {
  const [open, setOpen] = useState(false)
  const answering = useMutation({
    ...answerFormatOfferMutation,
    onSuccess: (_, { taken }) => {
      setOpen(false)
      notify.success(taken ? 'El texto nuevo es ahora el borrador. Revíselo y publíquelo.' : 'Conserva su texto.')
    },
  })
  const added = mergeOffer(format, offer).fields.filter(({ key }) => !format.fields.some((field) => field.key === key))
  const signs = Boolean(offer.signatures?.length) && !format.signatures?.length
  const answer = (taken: boolean) => answering.mutate({ format, taken })
  return (
    <Notice
      tone="info"
      title="Hay un texto nuevo de este formato"
      action={
        <Button size="s" onClick={() => setOpen(true)}>
          Comparar los dos
        </Button>
      }
    >
      Vino con la última actualización. Su texto no cambia si usted no lo elige.
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={`Dos textos de «${format.name}»`}
        size="l"
        locked={answering.isPending}
        description="Las diferencias aparecen marcadas."
        footer={
          <>
            {/* First in the footer, because it gets the initial focus: a repeated Enter then accepts nothing. */}
            <Button disabled={answering.isPending} onClick={() => setOpen(false)}>
              Volver
            </Button>
            <Button disabled={dirty || answering.isPending} onClick={() => answer(false)}>
              Conservar el mío
            </Button>
            <Button variant="primary" disabled={dirty} pending={answering.isPending} onClick={() => answer(true)}>
              Tomar el nuevo como borrador
            </Button>
          </>
        }
      >
        {dirty && <Notice tone="warning">Guarde o descarte primero sus cambios.</Notice>}
        {answering.error && <Notice tone="danger">{describeError(answering.error)}</Notice>}
        <div className={s.both}>
          <ComparedText title="El suyo" text={format.body} other={offer.body} />
          <ComparedText title="El nuevo" text={offer.body} other={format.body} />
        </div>
        <p className={s.fields}>
          {added.length
            ? `Sus campos se conservan; se agregan: ${added.map(({ label }) => `«${label}»`).join(', ')}.`
            : 'Sus campos se conservan.'}{' '}
          {signs && 'Se agrega quién firma, en la pestaña Firmas. '}
          Nada cambia para las solicitudes hasta que usted publique.
        </p>
      </Dialog>
    </Notice>
  )
}

function ComparedText({ title, text, other }: { title: string; text: string; other: string }) {
  return (
    <div>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable areas must be reachable by keyboard */}
      <section className={s.text} tabIndex={0} aria-label={title}>
        <pre>
          {diffLines(text, other).map(({ text: line, isOwn }, index) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no ids
            isOwn ? <mark key={index}>{`${line}\n`}</mark> : `${line}\n`,
          )}
        </pre>
      </section>
    </div>
  )
}
