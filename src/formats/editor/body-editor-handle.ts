/** Functions that both editors of a body, the text box and the styled editor, offer to their parent. */
export interface BodyEditorHandle {
  selectLine: (line: number) => void
}
