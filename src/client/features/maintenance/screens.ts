export { ImportScreen } from './import-screen.tsx'
export { MaintenanceScreen } from './maintenance-screen.tsx'
export { RecordListScreen } from './record-list-screen.tsx'
export { RecordScreen } from './record-screen.tsx'
