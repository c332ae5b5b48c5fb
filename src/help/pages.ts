/** Help pages in reading order; each is a file of `docs/ayuda/es`. */
export const helpPageNames = [
  'solicitar',
  'decidir',
  'lotes',
  'formatos',
  'redaccion',
  'marcas',
  'word',
  'firmas',
  'listas',
  'informes',
  'verificar',
  'cuenta',
  'administrar',
  'datos-personales',
  'nomina',
] as const
export type HelpPageName = (typeof helpPageNames)[number]

export interface HelpOutline {
  title: string
  sections: { id: string; title: string }[]
}
export interface HelpSection {
  /** Anchor of the section; empty for the text before the first section. */
  id: string
  title: string
  text: string
}

const folder = '../../docs/ayuda/es/'
const pages = import.meta.glob<string>('../../docs/ayuda/es/*.md', { import: 'html' })
const outlines = import.meta.glob<HelpOutline>('../../docs/ayuda/es/*.md', {
  query: '?outline',
  import: 'default',
  eager: true,
})

export const isHelpPage = (name: string): name is HelpPageName => (helpPageNames as readonly string[]).includes(name)

export const getHelpOutline = (name: HelpPageName): HelpOutline =>
  outlines[`${folder}${name}.md`] ?? { title: name, sections: [] }

/** Loads the HTML of a page, which the build made from Markdown. */
export const loadHelpPage = async (name: HelpPageName): Promise<string> =>
  (await pages[`${folder}${name}.md`]?.()) ?? ''
