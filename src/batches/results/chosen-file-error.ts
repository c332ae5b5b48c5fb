// Does not import the error messages of spreadsheets, because the page of a batch loads this module before its first content.

/** Error of a chosen file that cannot be used. The message is shown to the user. */
export class ChosenFileError extends Error {}
