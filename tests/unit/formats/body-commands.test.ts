import { history, undo, undoDepth } from 'prosemirror-history'
import { type Command, EditorState } from 'prosemirror-state'
import { describe, expect, it } from 'vitest'
import { serializeSlice } from '../../../src/formats/body/body-session.ts'
import {
  createSourceChange,
  insertLines,
  insertMarkup,
  replaceTag,
  wrapInTags,
} from '../../../src/formats/body/insert-commands.ts'
import {
  alignLines,
  deleteTag,
  joinLineBackward,
  joinLineForward,
  moveOverTag,
  setLineType,
  splitLine,
} from '../../../src/formats/body/line-commands.ts'
import { createNormalizePlugin, createTextSelection } from '../../../src/formats/body/normalize-lines.ts'
import { parseBody } from '../../../src/formats/body/parse-body.ts'
import { getSourceOffset, serializeBody } from '../../../src/formats/body/serialize-body.ts'
import {
  changeTableColumn,
  clearTableCells,
  deleteTableRow,
  moveToTableCell,
} from '../../../src/formats/body/table-commands.ts'
import { createRandom } from '../../support/chance.ts'

/** Returns the state of a text whose cursor is at `^`, or whose selection is between two of them. */
function at(text: string): EditorState {
  const [before = '', inside, after] = text.split('^')
  const source = text.replaceAll('^', '')
  const doc = parseBody(source)
  const head = after === undefined ? before.length : before.length + (inside?.length ?? 0)
  const plugins = [history(), createNormalizePlugin()]
  return EditorState.create({ doc, selection: createTextSelection(doc, before.length, head), plugins })
}

/** Returns the source with the cursor as `^`. */
function show({ doc, selection: { anchor, head } }: EditorState): string {
  const source = serializeBody(doc)
  const offsets = [anchor, head].map((position) => getSourceOffset(doc, position)).sort((a, b) => b - a)
  const places = [...new Set(offsets)]
  return places.reduce((text, offset) => `${text.slice(0, offset)}^${text.slice(offset)}`, source)
}

function applyCommand(state: EditorState, command: Command): EditorState {
  let next = state
  command(state, (transaction) => {
    next = state.apply(transaction)
  })
  return next
}

function run(text: string, ...commands: Command[]): string {
  const state = commands.reduce(applyCommand, at(text))
  state.doc.check()
  expect(parseBody(serializeBody(state.doc)).eq(state.doc)).toBe(true)
  return show(state)
}

const type =
  (text: string): Command =>
  ({ tr }, dispatch) => {
    dispatch?.(tr.insertText(text))
    return true
  }

describe('commands of the styled body', () => {
  it.each<[string, string, string, Command[]]>([
    ['deletes the tag before the cursor', 'a {{b}}^ c', 'a ^ c', [deleteTag(-1)]],
    ['deletes the tag after the cursor', 'a ^{{b}} c', 'a ^ c', [deleteTag(1)]],
    ['leaves no marks of a deleted bold tag', 'a **{{b}}^** c', 'a ^ c', [deleteTag(-1)]],
    ['moves over a tag', 'a ^{{b}} c', 'a {{b}}^ c', [moveOverTag(1)]],
    ['extends the selection over a tag', 'a {{b}}^ c', 'a ^{{b}}^ c', [moveOverTag(-1, true)]],
    ['splits a paragraph', 'uno^dos', 'uno\n^dos', [splitLine]],
    ['splits bold text', '**uno^dos**', '**uno**\n^**dos**', [splitLine]],
    ['continues after a heading with a paragraph', '# Uno^', '# Uno\n^', [splitLine]],
    ['inserts a line before a heading', '# ^Uno', '\n# ^Uno', [splitLine]],
    ['continues a list', '{{a)}} uno^', '{{a)}} uno\n{{a)}} ^', [splitLine]],
    ['ends a list on an empty item', '{{a)}} uno\n{{a)}} ^', '{{a)}} uno\n^', [splitLine]],
    ['adds a row', '| a^ | b |', '| a | b |\n| ^| |', [splitLine]],
    ['ends a table on an empty row', '| a | b |\n| ^| |', '| a | b |\n^', [splitLine]],
    ['turns a heading into a paragraph', '# ^Uno', '^Uno', [joinLineBackward]],
    ['turns an item into a paragraph', 'x\n{{-}} ^Uno', 'x\n^Uno', [joinLineBackward]],
    ['joins a paragraph to a heading', '# Uno\n^dos', '# Uno^dos', [joinLineBackward]],
    ['joins markup as text', '#  uno\n^ dos', '#  uno^ dos', [joinLineBackward]],
    ['does not join a paragraph to a row', '| a | b |\n^dos', '| a | b^ |\ndos', [joinLineBackward]],
    ['removes an empty row', 'x\n| ^| |', 'x\n^', [joinLineBackward]],
    ['joins the next line', 'uno^\n# dos', 'uno^dos', [joinLineForward]],
    ['does not join a row to a paragraph', 'uno^\n| a |', 'uno^\n| a |', [joinLineForward]],
    ['moves to the next cell', '| ^a | b |', '| a | ^b^ |', [moveToTableCell(1)]],
    ['adds a row after the last cell', '| a | b^ |', '| a | b |\n| ^| |', [moveToTableCell(1)]],
    ['moves to the cell before', '| a | b |\n| ^c | d |', '| a | b^ |\n| c | d |', [moveToTableCell(-1)]],
    ['clears the selected cells', '| a^b | c | d^e |', '| a^ | | e |', [clearTableCells]],
    ['removes a row', '| a |\n| b^ |\n| c |', '| a |\n| ^c |', [deleteTableRow]],
    ['removes the only row', 'x\n| b^ |', 'x\n^', [deleteTableRow]],
    [
      'adds a column to all rows',
      '| a^ | b |\n{{#c}}\n| d | e |\n{{/c}}\n| f | g |',
      '| a | ^| b |\n{{#c}}\n| d | | e |\n{{/c}}\n| f | | g |',
      [changeTableColumn(1)],
    ],
    ['removes a column', '| a | b^ |\n| d | e |', '| ^a |\n| d |', [changeTableColumn(0)]],
    ['turns lines into items', '^a\n# b^', '{{-}} ^a\n{{-}} b^', [setLineType('item', { tag: '{{-}}' })]],
    ['aligns lines', '^a\n# b^', '{{al centro}} ^a\n# {{al centro}} b^', [alignLines('{{al centro}} ')]],
    ['changes an alignment', '{{a la derecha}} a^', '{{al centro}} a^', [alignLines('{{al centro}} ')]],
    ['removes an alignment', '{{al centro}} a^', 'a^', [alignLines('')]],
    ['types underlined text', '^', '{{_}}b{{_}}c^', [type('{{_}}b{{_}}'), type('c')]],
    ['types markup as style', '^', '# a **b^**', [type('#'), type(' '), type('a **b'), type('**')]],
    ['types a tag', 'a ^', 'a {{b}}^', [type('{{b}'), type('}')]],
    ['types after bold markup without bold', '^', '**b**c^', [type('**b**'), type('c')]],
    ['continues bold after a typed tag', '**a^**', '**a{{b}}c^**', [type('{{b}'), type('}'), type('c')]],
    ['inserts a field within a line', 'a ^b', 'a {{c}}^b', [insertMarkup('{{c}}')]],
    ['inserts lines within a line', 'a^b', 'ax\n# y\nz^b', [insertMarkup('x\n# y\nz')]],
    ['inserts a heading on an empty line', 'a\n^', 'a\n# b^', [insertMarkup('# b')]],
    ['inserts one line in a cell', '| a^ | b |', '| ax y^ | b |', [insertMarkup('x\ny')]],
    ['replaces the selection', 'a^b^c', 'a{{d}}^c', [insertMarkup('{{d}}')]],
    ['inserts lines after the line', 'a^b\nc', 'ab\n{{#d}}\n^\n{{/d}}\nc', [insertLines('{{#d}}\n\n{{/d}}')]],
    ['replaces an empty line by lines', 'a\n^', 'a\n| ^| |\n| | |', [insertLines('| | |\n| | |')]],
    ['wraps selected words', 'a ^b^ c', 'a {{#d}}^b^{{/d}} c', [wrapInTags('{{#d}}', '{{/d}}')]],
    ['wraps selected lines', '^a\nb^', '{{#d}}\n^a\nb^\n{{/d}}', [wrapInTags('{{#d}}', '{{/d}}')]],
    ['wraps an empty line', '^', '{{#d}}\n^\n{{/d}}', [wrapInTags('{{#d}}', '{{/d}}')]],
    ['wraps a row', '| ^a |', '{{#d}}\n| ^a |\n{{/d}}', [wrapInTags('{{#d}}', '{{/d}}')]],
  ])('%s', (_, before, after, commands) => {
    expect(run(before, ...commands)).toBe(after)
  })

  it('replaces a tag and keeps its bold', () => {
    const state = at('a **^{{b}}**')
    expect(show(state.apply(replaceTag(state, state.selection.from, '{{c}}')))).toBe('a **{{c}}^**')
  })

  it('undoes each change exactly, also one made in the text box', () => {
    let state = at('uno\ndos^\ntres')
    const before = state.doc
    state = applyCommand(state, type('**x**'))
    state = state.apply(createSourceChange(state, 'uno\nDOS **x**\ntres\ncuatro') ?? state.tr)
    expect(serializeBody(state.doc)).toBe('uno\nDOS **x**\ntres\ncuatro')
    state = applyCommand(state, undo)
    expect(serializeBody(state.doc)).toBe('uno\ndos**x**\ntres')
    state = applyCommand(state, undo)
    expect(state.doc.eq(before)).toBe(true)
  })

  it('changes only the lines that differ', () => {
    const state = at('uno\ndos\ntres')
    expect(createSourceChange(state, 'uno\ndos\ntres')).toBeNull()
    const change = createSourceChange(state, 'uno\nDOS\ntres')
    expect(change?.steps[0]?.toJSON()).toMatchObject({ from: 5, to: 10 })
  })

  it('copies source: a part of a line without the markup of the line', () => {
    const copied = (text: string) => serializeSlice(at(text).selection.content())
    expect(copied('# U^n **{{o}}^** x')).toBe('n **{{o}}**')
    expect(copied('{{a)}} ^uno\n{{a)}} dos^')).toBe('{{a)}} uno\n{{a)}} dos')
    expect(copied('| a^b^ | c |')).toBe('b')
    expect(copied('| ^a | c^ |')).toBe('| a | c |')
  })

  it('leaves a valid document that equals its source after 4,000 random commands', () => {
    const next = createRandom(32)
    const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
    const commands = [
      ...[deleteTag(-1), deleteTag(1), splitLine, joinLineBackward, joinLineForward, clearTableCells, deleteTableRow],
      ...[
        moveToTableCell(1),
        moveToTableCell(-1),
        changeTableColumn(1),
        changeTableColumn(-1),
        changeTableColumn(0),
        moveOverTag(1, true),
      ],
      ...[setLineType('paragraph'), setLineType('heading', { level: 2 }), setLineType('item', { tag: '{{1.}}' })],
      ...[insertMarkup('{{c}}'), insertMarkup('a\n| b | c |\n**d**'), insertMarkup('# e'), type('x'), type('**')],
      ...[
        insertLines('| | |\n| | |'),
        wrapInTags('{{#d}}', '{{/d}}'),
        wrapInTags('{{#sin partir}}', '{{/sin partir}}', true),
      ],
    ]
    const bodies = [
      '',
      '# T\n\na **b {{c}}** d',
      '{{a)}} x\n{{a)}} y',
      '| a | b |\n{{#c}}\n| d | e |\n{{/c}}',
      '#  raw\nx',
    ]
    const wrong: string[] = []
    for (let round = 0; round < 200; round++) {
      let state = at(pick(bodies))
      const first = state.doc
      for (let step = 0; step < 20; step++) {
        const size = serializeBody(state.doc).length
        const [anchor, head] = [Math.floor(next() * size), Math.floor(next() * size)]
        const selection = createTextSelection(state.doc, anchor, next() < 0.5 ? anchor : head)
        state = state.apply(state.tr.setSelection(selection))
        state = applyCommand(state, pick(commands))
        state.doc.check()
        const source = serializeBody(state.doc)
        if (!parseBody(source).eq(state.doc) || !state.selection.$head.parent.isTextblock) wrong.push(source)
      }
      while (undoDepth(state)) state = applyCommand(state, undo)
      if (!state.doc.eq(first)) wrong.push(`undo: ${serializeBody(first)}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('deletion of a section tag', () => {
  it.each([
    ['a ^{{#si b}}c{{sino}}d{{/si}} e', 'a ^cd e'],
    ['a {{#si b}}c{{/si}}^ e', 'a c^ e'],
    ['{{#b}}^{{#si c}}d{{/si}}{{/b}}', '^{{#si c}}d{{/si}}'],
    ['a\n{{#si b}}^\nc\n{{sino si d}}\ne\n{{/si}}\nf', 'a\n^c\ne\nf'],
    ['{{#items}}^\n| {{x}} |\n{{/items}}', '| ^{{x}} |'],
    // A tag without its counterpart, or in the middle, is deleted alone.
    ['a {{#si b}}^c', 'a ^c'],
    ['{{#si b}}c{{sino}}^d{{/si}}', '{{#si b}}c^d{{/si}}'],
  ])('turns %j into %j, and undo reverts it at once', (before, after) => {
    const start = at(before)
    const direction = before.includes('}}^') ? -1 : 1
    const state = applyCommand(start, deleteTag(direction))
    state.doc.check()
    expect(show(state)).toBe(after)
    expect(undoDepth(state)).toBe(1)
    expect(serializeBody(applyCommand(state, undo).doc)).toBe(before.replace('^', ''))
  })
})
