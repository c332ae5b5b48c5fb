import { type Dropped, type Inspected, inspect } from '../files/given.ts'

export type GivenAnswer = { progress: { done: number; total: number } } | { inspected: Inspected } | { failure: string }

const quiet = 100
let told = 0

addEventListener('message', ({ data }: MessageEvent<Dropped[]>) => {
  const tell = (answer: GivenAnswer) => postMessage(answer)
  inspect(data, (done, total) => {
    if (done < total && performance.now() - told < quiet) return
    told = performance.now()
    tell({ progress: { done, total } })
  }).then(
    (inspected) => tell({ inspected }),
    (error: unknown) => tell({ failure: error instanceof Error ? error.message : String(error) }),
  )
})
