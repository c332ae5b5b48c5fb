/** Name of the character style of tags. It marks documents that the product made. */
export const tagStyleName = 'Marca de formato'
