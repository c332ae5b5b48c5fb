export { beginImport, confirmImport, previewImport, saveImportRows, undoImport } from '../lists/list-imports.ts'
export { findRecordsByKey, searchList } from '../lists/list-search.ts'
export { deleteList, saveList } from '../lists/lists.ts'
export { getListLookupCounts } from '../lists/lookups.ts'
