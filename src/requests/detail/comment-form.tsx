import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { messageOf } from '../../lib/message.ts'
import { usePersistentState } from '../../lib/use-persistent-state.ts'
import { Button } from '../../ui/button.tsx'
import { Cluster } from '../../ui/cluster.tsx'
import { FormField } from '../../ui/form-field.tsx'
import { Stack } from '../../ui/stack.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { addComment } from '../actions.ts'
import s from './comment-form.module.css'

/** A word between the owner and the administrators; what was written stays until it has arrived. */
export function CommentForm({ id, me }: { id: string; me: string }) {
  const [text, setText] = usePersistentState(me, `comment:${id}`, '')
  const [missing, setMissing] = useState(false)
  const comment = useMutation({ ...addComment, onSuccess: () => setText('') })
  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(!text.trim())
    if (text.trim() && !comment.isPending) comment.mutate({ id, text: text.trim() })
  }
  function press(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send(event)
  }
  const error =
    missing && !text.trim() ? 'Escriba el comentario.' : comment.error ? messageOf(comment.error) : undefined
  return (
    <form className={s.form} onSubmit={send} noValidate>
      <Stack gap={2}>
        <FormField label="Comentario" error={error}>
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
      </Stack>
    </form>
  )
}
