/** Of a record that is named before it is written, as PocketBase makes them. */
export const recordId = () => $security.randomStringWithAlphabet(15, 'abcdefghijklmnopqrstuvwxyz0123456789')
