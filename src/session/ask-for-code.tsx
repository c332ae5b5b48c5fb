import { EmailForm } from './email-form.tsx'
import { sendCode } from './register.ts'
import type { Waiting } from './waiting.ts'

export function AskForCode({ onSent }: { onSent: (waiting: Waiting) => void }) {
  return <EmailForm submitLabel="Enviar código" onSend={(email) => sendCode(email).then(onSent)} />
}
