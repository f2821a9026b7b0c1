// What opens over a message, as one file.
export { MessageMenu } from './message-menu.tsx'
export { ReportDialog } from './report-dialog.tsx'
