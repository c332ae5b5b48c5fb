/** Functions of the text box and of the styled editor. */
export interface BodyEditorHandle {
  /** Selects a line by its one-based number. */
  selectLine: (line: number) => void
}
