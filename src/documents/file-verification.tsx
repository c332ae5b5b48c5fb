import { useRef, useState } from 'react'
import type { DocumentVerification } from '../domain/documents/document-verification-output.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { getFileVerificationResult } from './verification-results.ts'

/** Maximum size of a document in bytes (20 MiB). */
const maxBytes = 20_971_520

interface ComparedFile {
  name: string
  /** SHA-256 of the file; `null` if it could not be read. */
  hash: string | null
}

/** Panel that compares a local file with the document by SHA-256. The file is not uploaded. */
export function FileVerification({ check }: { check: DocumentVerification }) {
  const [compared, setCompared] = useState<ComparedFile | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef<File>(null)
  async function compare(file: File) {
    latest.current = file
    setBusy(true)
    const hash = await computeFileHash(file).catch(() => null)
    if (latest.current !== file) return
    setCompared({ name: file.name, hash })
    setBusy(false)
  }
  return (
    <>
      <FileDrop
        accept="application/pdf,.pdf"
        label="¿Tiene el PDF? Suéltelo aquí"
        hint="Se compara en su equipo: el archivo no se envía."
        busy={busy}
        onFile={(file) => void compare(file)}
      />
      {compared && <FileVerificationNotice check={check} {...compared} />}
    </>
  )
}

/** Returns the SHA-256 of a file; empty if it exceeds `maxBytes`, because no document is larger. */
async function computeFileHash(file: File): Promise<string> {
  if (file.size > maxBytes) return ''
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Uses a fallback on plain HTTP outside localhost, where browsers have no `crypto.subtle`.
  const sum = crypto.subtle
    ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
    : (await import('@noble/hashes/sha2.js')).sha256(bytes)
  return [...sum].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function FileVerificationNotice({ check, name, hash }: ComparedFile & { check: DocumentVerification }) {
  if (hash === null)
    return (
      <Notice tone="danger" live title="El archivo no se pudo leer">
        No se encontró «{name}», o no es un archivo. Elíjalo de nuevo.
      </Notice>
    )
  const { tone, title, says } = getFileVerificationResult(check, hash || 'none')
  return (
    <Notice tone={tone} live title={title}>
      «{name}»: {says}
    </Notice>
  )
}
