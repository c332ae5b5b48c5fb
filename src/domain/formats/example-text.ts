import type { Format } from './format.ts'

/** Codes of the formats that a new installation has. */
export const defaultFormatCodes = ['CL', 'PS', 'CC', 'CPS', 'OC', 'AE', 'VP', 'CE', 'AD', 'MI']

/** Returns whether the document text is still the example of a new installation: no later version was published. */
export const hasExampleText = ({ code, version }: Pick<Format, 'code' | 'version'>) =>
  version < 2 && defaultFormatCodes.includes(code)
