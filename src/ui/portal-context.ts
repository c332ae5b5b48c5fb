import { createContext, type RefObject } from 'react'

/** Where menus and lists open: inside the modal around them, since all else is out of reach while it is open. */
export const PortalContext = createContext<RefObject<HTMLElement | null> | undefined>(undefined)
