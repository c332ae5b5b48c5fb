export { recordsByKey } from '../lists/by-key.ts'
export { beginImport, confirmImport, keepImportRows, undoImport, weighImport } from '../lists/imports.ts'
export { deleteList, saveList } from '../lists/lists.ts'
export { searchList } from '../lists/search.ts'
