// The office screens in one chunk: none is needed where plants are moved.
export { DownloadsScreen } from '#client/features/downloads/downloads-screen.tsx'
export { HistoryScreen } from '#client/features/history/history-screen.tsx'
export { TraceScreen } from '#client/features/history/trace-screen.tsx'
export { ImportScreen } from '#client/features/maintenance/import-screen.tsx'
export { LabelTemplatesScreen } from '#client/features/maintenance/label-templates-screen.tsx'
export { MaintenanceScreen } from '#client/features/maintenance/maintenance-screen.tsx'
export { RecordListScreen } from '#client/features/maintenance/record-list-screen.tsx'
export { RecordScreen } from '#client/features/maintenance/record-screen.tsx'
