/** Error of a file that cannot be used; its message tells the user why. Does not import the messages of spreadsheets, because the page of a batch loads it. */
export class ChosenFileError extends Error {}
