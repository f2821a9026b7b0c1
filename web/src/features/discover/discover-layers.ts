// What opens over the page, as one file.
export { FilterDrawer } from './filter-drawer.tsx'
export { SaveSearchDialog } from './save-search-dialog.tsx'
