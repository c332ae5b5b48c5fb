import { type DiffLine, diffText } from './diff-text.ts'

export interface DiffRequest {
  id: number
  before: string
  after: string
}
export interface DiffResponse {
  id: number
  lines: DiffLine[]
}

addEventListener('message', ({ data: { id, before, after } }: MessageEvent<DiffRequest>) => {
  const response: DiffResponse = { id, lines: diffText(before, after) }
  postMessage(response)
})
