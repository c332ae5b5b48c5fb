/** What approval makes: a preliminary document, or one without the mark. */
export const finalities = ['preliminary', 'final'] as const
export type Finality = (typeof finalities)[number]

/** What a document is to whoever is handed it. */
export const documentKinds = ['preliminary', 'final', 'annulled'] as const
export type DocumentKind = (typeof documentKinds)[number]

export const documentKindNames = {
  preliminary: 'Preliminar',
  final: 'Definitivo',
  annulled: 'Anulado',
} as const satisfies Record<DocumentKind, string>

/** Of several. */
export const documentKindPlurals = {
  preliminary: 'Preliminares',
  final: 'Definitivos',
  annulled: 'Anulados',
} as const satisfies Record<DocumentKind, string>

/** What a request holds of it: both are empty until it is approved. */
export interface Kinded {
  finality: Finality | ''
  /** When an administrator annulled it; empty otherwise. */
  annulledAt: string
}

/** What the document of a request is, or is to be once it is made; empty where none was asked for. */
export function documentKindOf({ finality, annulledAt }: Kinded): DocumentKind | '' {
  return annulledAt ? 'annulled' : finality
}

export const finalityOf = ({ makesFinal }: { makesFinal?: boolean }): Finality => (makesFinal ? 'final' : 'preliminary')
