import type { FormatInput } from '../formats/format.ts'

/** Kinds of document that an approval can generate. Preliminary documents are marked «PRELIMINAR». */
export const finalities = ['preliminary', 'final'] as const
export type Finality = (typeof finalities)[number]

export const documentKinds = ['preliminary', 'final', 'annulled'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentKindLabels = {
  preliminary: 'Preliminar',
  final: 'Definitivo',
  annulled: 'Anulado',
} as const satisfies Record<DocumentKind, string>

export const documentKindPluralLabels = {
  preliminary: 'Preliminares',
  final: 'Definitivos',
  annulled: 'Anulados',
} as const satisfies Record<DocumentKind, string>

/** Data that determines the kind of a request's document. Both fields are empty until the request is approved. */
export interface DocumentKindData {
  finality: Finality | ''
  /** Annulment time; empty if the document is not annulled. */
  annulledAt: string
}

/** Returns the kind of a request's document, even if its file is not generated yet. Empty until the request is approved. */
export function getDocumentKind({ finality, annulledAt }: DocumentKindData): DocumentKind | '' {
  return annulledAt ? 'annulled' : finality
}

/** Returns the kind of document that an approval generates. Outside signers sign the preliminary one. */
export const getFinality = ({ makesFinal, signing }: Pick<FormatInput, 'makesFinal' | 'signing'>): Finality =>
  makesFinal && !signing?.signers?.length ? 'final' : 'preliminary'
