// What opens from the frame, as one file.
export { AccountMenu } from './account-menu.tsx'
export { CommandPalette } from './palette/command-palette.tsx'
export { MoreSheet } from './more-sheet.tsx'
