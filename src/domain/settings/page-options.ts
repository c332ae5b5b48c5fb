/** Options of the page settings of the organisation and of formats. */
export const pageSizes = ['letter', 'a4', 'legal'] as const
export const marginWidths = ['narrow', 'normal', 'wide'] as const
export const textSizes = [10, 11, 12] as const
