/** Name of the character style of tags. It identifies documents that this application generated. */
export const tagStyleName = 'Marca de formato'
