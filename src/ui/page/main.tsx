import { createContext, type HTMLAttributes, use } from 'react'

const InMain = createContext(false)

/**
 * `main` element of the page. A `Main` inside another one renders a `div`, for example the not-found page inside the
 * app shell.
 */
export function Main(props: HTMLAttributes<HTMLElement>) {
  return use(InMain) ? (
    <div {...props} />
  ) : (
    <InMain value={true}>
      <main {...props} />
    </InMain>
  )
}
