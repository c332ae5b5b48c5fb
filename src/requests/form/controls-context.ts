import { createContext } from 'react'
import type { Controls } from './use-request-form.ts'

/** Only below the form that provides it. */
export const ControlsContext = createContext<Controls>(null as unknown as Controls)
