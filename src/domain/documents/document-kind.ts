import type { FormatInput } from '../formats/format.ts'

/** Kinds of document that an approval can generate. Preliminary documents are marked «PRELIMINAR». */
export const finalities = ['preliminary', 'final'] as const
export type Finality = (typeof finalities)[number]

/** Kinds of a request's document, with their labels for one and several documents. */
export const documentKindLabels = {
  preliminary: { label: 'Preliminar', plural: 'Preliminares' },
  final: { label: 'Definitivo', plural: 'Definitivos' },
  annulled: { label: 'Anulado', plural: 'Anulados' },
} as const
export type DocumentKind = keyof typeof documentKindLabels
export const documentKinds = Object.keys(documentKindLabels) as DocumentKind[]

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
