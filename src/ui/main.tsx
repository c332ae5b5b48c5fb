import { createContext, type HTMLAttributes, use } from 'react'

const InMain = createContext(false)

/** The page's one `main`; within another it is a plain box, as a missing page is inside the shell and outside of it. */
export function Main(props: HTMLAttributes<HTMLElement>) {
  return use(InMain) ? (
    <div {...props} />
  ) : (
    <InMain value={true}>
      <main {...props} />
    </InMain>
  )
}
