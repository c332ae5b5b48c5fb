import { useRef, useState } from 'react'
import type { DocumentVerification } from '../domain/documents/document-verification-output.ts'
import { FileDrop } from '../ui/form/file-drop.tsx'
import { Notice } from '../ui/state/screen-states.tsx'
import { digest, encodeHex, verifySeal } from './seal-verification.ts'
import { type FileContent, getFileVerificationResult } from './verification-results.ts'

/** Maximum size of a document in bytes (20 MiB). */
const maxBytes = 20_971_520

interface ComparedFile {
  name: string
  /** SHA-256 of the file and status of its seal; `null` if the file could not be read. */
  content: FileContent | null
}

/** Panel that compares a local file with the document by SHA-256, and verifies its seal. The file is not uploaded. */
export function FileVerification({ check }: { check: DocumentVerification }) {
  const [compared, setCompared] = useState<ComparedFile | null>(null)
  const [busy, setBusy] = useState(false)
  const latest = useRef<File>(null)
  async function compare(file: File) {
    latest.current = file
    setBusy(true)
    const content = await readContent(file, check.seal?.fingerprint ?? '').catch(() => null)
    if (latest.current !== file) return
    setCompared({ name: file.name, content })
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

/** Reads a file. Its hash is empty if it exceeds `maxBytes`, because no document is larger. */
async function readContent(file: File, fingerprint: string): Promise<FileContent> {
  if (file.size > maxBytes) return { hash: '', seal: 'unknown' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  // Uses a fallback on plain HTTP outside localhost, where browsers have no `crypto.subtle`.
  if (!crypto.subtle) return { hash: encodeHex((await import('@noble/hashes/sha2.js')).sha256(bytes)), seal: 'unknown' }
  return { hash: encodeHex(await digest(bytes)), seal: await verifySeal(bytes, fingerprint) }
}

function FileVerificationNotice({ check, name, content }: ComparedFile & { check: DocumentVerification }) {
  if (content === null)
    return (
      <Notice tone="danger" live title="El archivo no se pudo leer">
        No se encontró «{name}», o no es un archivo. Elíjalo de nuevo.
      </Notice>
    )
  const { tone, title, says } = getFileVerificationResult(check, content)
  return (
    <Notice tone={tone} live title={title}>
      «{name}»: {says}
    </Notice>
  )
}
