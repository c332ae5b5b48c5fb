/** Returns a new record id in PocketBase's notation, for records whose id is needed before the save. */
export const generateRecordId = () => $security.randomStringWithAlphabet(15, 'abcdefghijklmnopqrstuvwxyz0123456789')
