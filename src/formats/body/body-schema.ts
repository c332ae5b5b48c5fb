import { Schema } from 'prosemirror-model'

const inlineLine = { group: 'line', content: 'inline*', whitespace: 'pre', selectable: false } as const

/** Document schema of the styled editor: one node per line of the body, and one inline atom per tag. */
export const bodySchema = new Schema({
  nodes: {
    doc: { content: 'line+' },
    paragraph: { ...inlineLine, parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      ...inlineLine,
      attrs: { level: { default: 1 } },
      parseDOM: ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((tag) => ({
        tag,
        getAttrs: (dom: HTMLElement) => ({ level: Number(dom.dataset.level) || (tag === 'h1' ? 1 : 2) }),
      })),
      // Starts at level 2, because the page has a heading of its own.
      toDOM: ({ attrs }) => [`h${(attrs.level as number) + 1}`, { 'data-level': String(attrs.level) }, 0],
    },
    /** List item. `tag`: source of its first tag, such as `{{a)}}`. */
    item: {
      ...inlineLine,
      attrs: { tag: { default: '{{-}}' } },
      parseDOM: [
        { tag: 'div[data-item]', getAttrs: (dom) => ({ tag: dom.getAttribute('data-item') }) },
        { tag: 'li', getAttrs: (dom) => ({ tag: getPastedItemTag(dom) }) },
      ],
      toDOM: ({ attrs }) => ['div', { 'data-item': attrs.tag as string }, 0],
    },
    row: {
      group: 'line',
      content: 'cell+',
      selectable: false,
      parseDOM: [{ tag: 'tr' }],
      toDOM: () => ['div', { 'data-row': '' }, 0],
    },
    cell: {
      content: 'inline*',
      whitespace: 'pre',
      isolating: true,
      selectable: false,
      parseDOM: [{ tag: 'td' }, { tag: 'th' }],
      toDOM: () => ['div', { 'data-cell': '' }, 0],
    },
    /** Line shown as source, because its styled form would be saved as different markup. */
    raw: {
      group: 'line',
      content: 'text*',
      marks: '',
      code: true,
      selectable: false,
      whitespace: 'pre',
      parseDOM: [{ tag: 'pre', preserveWhitespace: 'full' }],
      toDOM: () => ['pre', 0],
    },
    text: { group: 'inline' },
    tag: {
      group: 'inline',
      inline: true,
      atom: true,
      // Not selectable, because the next typed character would replace a selected tag.
      selectable: false,
      attrs: { source: {} },
      leafText: ({ attrs }) => attrs.source as string,
      parseDOM: [{ tag: 'span[data-tag]', getAttrs: (dom) => ({ source: dom.getAttribute('data-tag') }) }],
      toDOM: ({ attrs }) => ['span', { 'data-tag': attrs.source as string }, attrs.source as string],
    },
  },
  marks: {
    bold: {
      parseDOM: [
        { tag: 'strong' },
        // Google Docs wraps pasted text in `<b style="font-weight:normal">`.
        { tag: 'b', getAttrs: (dom) => dom.style.fontWeight !== 'normal' && null },
        { style: 'font-weight', getAttrs: (value) => /^(bold|[6-9]\d\d)$/.test(value) && null },
      ],
      toDOM: () => ['strong', 0],
    },
    italic: {
      parseDOM: [{ tag: 'i' }, { tag: 'em' }, { style: 'font-style=italic' }],
      toDOM: () => ['em', 0],
    },
    underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
  },
})

function getPastedItemTag(dom: HTMLElement) {
  const list = dom.closest('ol')
  if (!list || dom.closest('ul, ol') !== list) return '{{-}}'
  return /a/i.test(list.getAttribute('type') ?? '') || /alpha|latin/.test(list.style.listStyleType)
    ? '{{a)}}'
    : '{{1.}}'
}
