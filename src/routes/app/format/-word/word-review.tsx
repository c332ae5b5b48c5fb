import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createExampleValues } from '../../../../domain/fields/examples.ts'
import { OriginalTextPane } from '../../../../formats/word/original-text-pane.tsx'
import { ProposalList } from '../../../../formats/word/proposal-list.tsx'
import type { WordImport } from '../../../../formats/word/use-word-import.ts'
import s from '../../../../formats/word/word-review.module.css'
import { createValidationContext } from '../../../../lib/validation-context.ts'
import { DocumentPreview } from '../../../../requests/document-preview.tsx'
import { toLetterhead } from '../../../../requests/letterhead.ts'
import { buildPreviewModel } from '../../../../requests/preview-model.ts'
import { settingsQuery } from '../../../../settings/queries.ts'
import { SegmentedControl } from '../../../../ui/actions/segmented-control.tsx'
import { Panel, Stack } from '../../../../ui/page/layout.tsx'
import { ErrorNotice } from '../../../../ui/state/screen-states.tsx'
import { type OmittedItem, type OmittedItemKind, omittedItemLabels } from '../../../../word/reading/omitted-items.ts'
import type { WordDocument } from '../../../../word/reading/read-word-document.ts'
import type { WordFormat } from '../../../../word/word-format.ts'
import { DocumentHeaderPanel } from './document-header-panel.tsx'

interface Props {
  importing: WordImport
  document: WordDocument
  composed: WordFormat
  /** Reason why the format cannot be created; `null` if it can. */
  problem: string | null
  owner: string
}

/** Review of a Word document: original text or preview on the left, proposed fields and omitted content on the right. */
export function WordReview({ importing, document, composed, problem, owner }: Props) {
  const [view, setView] = useState<'text' | 'preview'>('text')
  const [active, setActive] = useState<number | null>(null)
  const hasLostText = document.omittedItems.some(({ kind }) => kind === 'lost' || kind === 'embedded')
  function choose(id: number) {
    setActive(id)
    requestAnimationFrame(() => {
      const card = globalThis.document.getElementById(`proposal-${id}`)
      card?.querySelector<HTMLElement>('input, button')?.focus({ preventScroll: true })
      card?.scrollIntoView({ block: 'center' })
    })
  }
  return (
    <Stack>
      <ErrorNotice>{problem}</ErrorNotice>
      <div className={s.review}>
        <div className={s.source}>
          <SegmentedControl
            label="Vista"
            name="word-view"
            value={view}
            onChange={setView}
            options={[
              { value: 'text', label: 'Texto original' },
              { value: 'preview', label: 'Vista previa' },
            ]}
          />
          {view === 'text' ? (
            <OriginalTextPane
              paragraphs={document.original}
              decisions={importing.decisions}
              active={active}
              onChoose={choose}
            />
          ) : (
            <div className={s.preview}>
              <ComposedPreview composed={composed} owner={owner} />
            </div>
          )}
        </div>
        <Stack>
          {/* Lost text comes first, because the proposals can fill several screens. */}
          {hasLostText && <OmittedItemsPanel items={document.omittedItems} />}
          <ProposalList importing={importing} active={active} onActivate={setActive} />
          {!hasLostText && <OmittedItemsPanel items={document.omittedItems} />}
          <DocumentHeaderPanel
            header={document.header}
            footer={document.omittedItems.flatMap(({ kind, text }) => (kind === 'footer' ? text : [])).join('\n')}
          />
        </Stack>
      </div>
    </Stack>
  )
}

function ComposedPreview({ composed, owner }: { composed: WordFormat; owner: string }) {
  const { data: settings } = useSuspenseQuery(settingsQuery())
  const sketch = useMemo(() => {
    const context = createValidationContext(settings)
    return buildPreviewModel({
      version: composed,
      values: createExampleValues(composed.fields, context),
      organisation: toLetterhead(settings),
      owner,
      decided: context.today,
    })
  }, [composed, settings, owner])
  return <DocumentPreview format="" number={null} {...sketch} />
}

function OmittedItemsPanel({ items }: { items: readonly OmittedItem[] }) {
  const kinds = (Object.keys(omittedItemLabels) as OmittedItemKind[]).filter((kind) =>
    items.some((item) => item.kind === kind),
  )
  return (
    <Panel
      title="Lo que no se tomó igual"
      description="La letra, los tamaños y los colores son los de los documentos de la organización."
    >
      {kinds.length === 0 ? (
        <p>Todo lo demás quedó en la redacción.</p>
      ) : (
        <div className={s.omittedItems}>
          {kinds.map((kind) => (
            <OmittedItemGroup key={kind} kind={kind} items={items.filter((item) => item.kind === kind)} />
          ))}
        </div>
      )}
    </Panel>
  )
}

function OmittedItemGroup({ kind, items }: { kind: OmittedItemKind; items: readonly OmittedItem[] }) {
  return (
    <details open={items.length <= 5}>
      <summary>
        {omittedItemLabels[kind]} <span className="text-tertiary">({items.length})</span>
      </summary>
      <ul>
        {items.map(({ place, text }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change
          <li key={index}>
            {place > 0 && <span className="text-tertiary">Párrafo {place}</span>} {text}
          </li>
        ))}
      </ul>
    </details>
  )
}
