/** Functions that both editors of a body, the text box and the styled editor, offer to their parent. */
export interface BodyEditorHandle {
  /** Selects a line by its one-based number. */
  selectLine: (line: number) => void
}
