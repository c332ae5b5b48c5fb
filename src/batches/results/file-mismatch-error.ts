/** Error thrown if the chosen file is not the imported one, because its hash differs from the batch's. */
export class FileMismatchError extends Error {}
