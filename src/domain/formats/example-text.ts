import type { Format } from './format.ts'

/** Codes of the formats that a new installation contains. */
export const defaultFormatCodes = ['CL', 'PS', 'CC', 'CPS', 'OC', 'AE', 'VP', 'CE', 'AD', 'MI']

const exampleFormatCodes = ['CLMX', 'REMX', 'SPMX', 'CTPE', 'LSPE', 'OCPE', 'CACL', 'FICL', 'CTAR', 'OCAR']

/** Returns whether a format still has its example text: no administrator has published a new version. */
export const hasExampleText = ({ code, version }: Pick<Format, 'code' | 'version'>) =>
  version < 2 && (defaultFormatCodes.includes(code) || exampleFormatCodes.includes(code))
