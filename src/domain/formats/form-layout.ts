import type { Field } from '../fields/field.ts'

/** Fields below a title. Fields above the first title of a page are a section without a title. */
export interface FormSection {
  /** Key of the first field, also if that field is hidden. */
  key: string
  title: string
  note: string
  fields: Field[]
}

export interface FormPage {
  key: string
  sections: FormSection[]
}

/** Divides the visible fields of a form into pages and sections, without empty ones. There is always a page. */
export function listFormPages(fields: readonly Field[], visible: readonly Field[]): FormPage[] {
  const pages: FormPage[] = []
  for (const field of fields) {
    const { page = false, section = '', note = '' } = field.before ?? {}
    if (page || pages.length === 0) pages.push({ key: field.key, sections: [] })
    const sections = (pages.at(-1) as FormPage).sections
    if (section || sections.length === 0)
      sections.push({ key: field.key, title: section, note: section ? note : '', fields: [] })
    if (visible.includes(field)) sections.at(-1)?.fields.push(field)
  }
  return pages
    .map((page) => ({ ...page, sections: page.sections.filter((section) => section.fields.length > 0) }))
    .filter(({ sections }) => sections.length > 0)
}

/** Returns the note of a field that is not the note of its section. */
export const getFieldNote = ({ before }: Field): string => (before?.section ? '' : (before?.note ?? ''))

/** Returns the note at the end of a form; empty if it has none. */
export const getEndNote = (fields: readonly Field[]): string => fields.findLast(({ after }) => after)?.after?.note ?? ''
