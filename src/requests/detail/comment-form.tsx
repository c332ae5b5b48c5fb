import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { describeError } from '../../lib/error-message.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { Button } from '../../ui/actions/button.tsx'
import { FormField } from '../../ui/form/form-field.tsx'
import { FormFrame } from '../../ui/form/form-frame.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { Cluster } from '../../ui/page/cluster.tsx'
import { addCommentMutation } from '../actions.ts'
import s from './request-history.module.css'

/**
 * Form for comments between the requester and the administrators. The text is stored in the browser until it is sent.
 */
export function CommentForm({ id, me }: { id: string; me: string }) {
  const [text, setText] = usePersistentState(me, `comment:${id}`, '')
  const [tries, setTries] = useState(0)
  const comment = useMutation({
    ...addCommentMutation,
    onSuccess(_, sent) {
      // Clears the input only if its text was not edited while it was being sent.
      setText((now) => (now.trim() === sent.text ? '' : now))
      setTries(0)
    },
  })
  function send(event: FormEvent) {
    event.preventDefault()
    setTries(tries + 1)
    if (text.trim() && !comment.isPending) comment.mutate({ id, text: text.trim() })
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  const missing = tries > 0 && !text.trim() ? 'Escriba el comentario.' : undefined
  return (
    <FormFrame
      className={s.form}
      errors={missing ? [{ name: 'comment', message: missing }] : []}
      attempt={tries}
      refusal={comment.error ? describeError(comment.error) : undefined}
      gap={2}
      onSubmit={send}
    >
      <FormField label="Comentario" name="comment" error={missing}>
        <TextArea
          rows={2}
          maxLength={2000}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={press}
        />
      </FormField>
      <Cluster>
        <Button type="submit" icon="comment" pending={comment.isPending}>
          Comentar
        </Button>
      </Cluster>
    </FormFrame>
  )
}
