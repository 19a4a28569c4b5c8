// Office screens in one chunk; none is needed where plants are moved.
export { DownloadsScreen } from '#features/downloads/client/downloads-screen.tsx'
export { HistoryScreen } from '#features/history/client/history-screen.tsx'
export { TraceScreen } from '#features/history/client/trace-screen.tsx'
export { MaintenanceScreen } from '#features/maintenance/client/maintenance-screen.tsx'
export { RecordListScreen } from '#features/maintenance/client/record-list-screen.tsx'
export { RecordScreen } from '#features/maintenance/client/record-screen.tsx'
export { LabelTemplatesScreen } from '#features/printing/client/label-templates-screen.tsx'
export { ImportScreen } from '#features/stock-files/client/import-screen.tsx'
