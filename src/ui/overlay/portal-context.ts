import { createContext, type RefObject } from 'react'

/** Container of menus and lists: the enclosing modal dialog, because elements outside of it are inert. */
export const PortalContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
