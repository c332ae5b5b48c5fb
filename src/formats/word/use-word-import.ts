import { useEffect, useRef, useState } from 'react'
import type { RevisionChoice } from '../../word/reading/document-reader.ts'
import type { WordDocument } from '../../word/reading/read-word-document.ts'
import { createProposalDecisions, type ProposalDecision } from '../../word/word-format.ts'
import { readWordDocumentInWorker } from '../../word/worker/word-client.ts'

export type WordImportStage = 'file' | 'reading' | 'revisions' | 'review'
export type WordImport = ReturnType<typeof useWordImport>

export function useWordImport() {
  const [stage, setStage] = useState<WordImportStage>('file')
  const [file, setFile] = useState<File | null>(null)
  const [document, setDocument] = useState<WordDocument | null>(null)
  const [decisions, setDecisions] = useState<ProposalDecision[]>([])
  const [error, setError] = useState<string | null>(null)
  const stop = useRef<AbortController>(null)
  useEffect(() => () => stop.current?.abort(), [])

  async function read(chosen: File, revisions: RevisionChoice, asks: boolean) {
    stop.current?.abort()
    stop.current = new AbortController()
    const { signal } = stop.current
    setFile(chosen)
    setError(null)
    setStage('reading')
    try {
      const found = await readWordDocumentInWorker({ file: chosen, revisions }, signal)
      if (signal.aborted) return
      setDocument(found)
      setDecisions(createProposalDecisions(found.proposals))
      setStage(asks && found.revisions.count > 0 ? 'revisions' : 'review')
    } catch (cause) {
      if (signal.aborted) return
      setError(cause instanceof Error ? cause.message : String(cause))
      setStage('file')
    }
  }

  function restart() {
    stop.current?.abort()
    setStage('file')
    setDocument(null)
    setFile(null)
  }

  return {
    stage,
    file,
    document,
    decisions,
    error,
    open: (chosen: File) => void read(chosen, 'accept', true),
    chooseRevisions(choice: RevisionChoice) {
      if (choice === 'accept') setStage('review')
      else if (file) void read(file, 'reject', false)
    },
    restart,
    decide: (id: number, change: Partial<ProposalDecision>) =>
      setDecisions((all) => all.map((one, index) => (index === id ? { ...one, ...change } : one))),
    decideRest: (status: 'accepted' | 'dismissed') =>
      setDecisions((all) => all.map((one) => (one.status === 'pending' ? { ...one, status } : one))),
  }
}
