import type { Node } from 'prosemirror-model'
import { Plugin, PluginKey } from 'prosemirror-state'
import { Decoration, DecorationSet, type NodeView } from 'prosemirror-view'
import type { Field } from '../../domain/fields/field.ts'
import type { TemplateBodyError } from '../editor/format-errors.ts'
import { type LineInfo, readBodyStructure } from './body-structure.ts'
import s from './body-view.module.css'

interface BodyContext {
  fields: readonly Field[]
  faults: readonly TemplateBodyError[]
}

interface DecorationState extends BodyContext {
  decorations: DecorationSet
}

export const bodyDecorationPluginKey = new PluginKey<DecorationState>('body')

/** Plugin that decorates the body: nesting, numbers, table columns, labels of tags, and lines with errors. */
export const createDecorationPlugin = (context: BodyContext) =>
  new Plugin<DecorationState>({
    key: bodyDecorationPluginKey,
    state: {
      init: (_, { doc }) => ({ ...context, decorations: decorate(doc, context) }),
      apply(tr, before, _, { doc }) {
        const next: BodyContext = tr.getMeta(bodyDecorationPluginKey) ?? before
        return tr.docChanged || next !== before ? { ...next, decorations: decorate(doc, next) } : before
      },
    },
    props: {
      decorations: (state) => bodyDecorationPluginKey.getState(state)?.decorations,
      nodeViews: { tag: (_node, _view, _position, decorations) => new TagView(decorations) },
    },
  })

function decorate(doc: Node, { fields, faults }: BodyContext) {
  const lines = readBodyStructure(doc, fields)
  const found = lines.flatMap((line, index) => {
    const texts = faults.filter((fault) => fault.line === index + 1).map(({ text }) => text)
    return [
      Decoration.node(line.from, line.to, getLineAttributes(line, texts)),
      ...line.tags.map(({ position, label, kind }) =>
        Decoration.node(position, position + 1, { class: [s.tag, s[kind]].join(' ') }, { label }),
      ),
    ]
  })
  return DecorationSet.create(doc, found)
}

function getLineAttributes(line: LineInfo, errors: readonly string[]) {
  const classes = [
    s.line,
    line.isBracket && 'text-small',
    line.isCommand && s.commandLine,
    line.isSignature && s.signature,
    line.isHeader && s.header,
    errors.length > 0 && s.faulty,
  ]
  return {
    class: classes.filter(Boolean).join(' '),
    style: `--depth: ${line.depth};${line.level ? ` --level: ${line.level};` : ''}${line.align ? ` text-align: ${line.align};` : ''}${line.columns ? ` grid-template-columns: ${line.columns};` : ''}`,
    ...(line.marker && { 'data-marker': line.marker }),
    ...(errors.length > 0 && { title: errors.join('\n') }),
  }
}

/** Node view that shows the label of a tag as text, which screen readers read. */
class TagView implements NodeView {
  readonly dom = document.createElement('span')

  constructor(decorations: readonly Decoration[]) {
    this.dom.contentEditable = 'false'
    this.show(decorations)
  }

  update(node: Node, decorations: readonly Decoration[]) {
    if (node.type.name !== 'tag') return false
    this.show(decorations)
    return true
  }

  ignoreMutation() {
    return true
  }

  private show(decorations: readonly Decoration[]) {
    const label = decorations.find(({ spec }) => typeof spec.label === 'string')?.spec.label as string | undefined
    if (label !== undefined && this.dom.textContent !== label) this.dom.textContent = label
  }
}
