import type { Format } from './format.ts'

/** Codes of the formats that a new installation has. */
export const defaultFormatCodes = ['CL', 'PS', 'CC', 'CPS', 'OC', 'AE', 'VP', 'CE', 'AD', 'MI']

/** Returns whether a format still has the example text of a new installation, i.e. an administrator has not published a new version. */
export const hasExampleText = ({ code, version }: Pick<Format, 'code' | 'version'>) =>
  version < 2 && defaultFormatCodes.includes(code)
