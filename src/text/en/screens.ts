// Headings of the screens whose other sentences are loaded with them. A separate file, because unfinished
// work shows the heading of its screen.

export const screens = {
  'screen.outbox': 'Outbox',
  'screen.scanLog': 'Scan log',
  'screen.workstation': 'Workstation',
  'screen.commandSheet': 'Command sheet',
  'screen.scannerSetup': 'Scanner setup',
  'screen.print': 'Print',
  'screen.printNew': 'New print server',
  'screen.labelTemplates': 'Label templates',
  'screen.maintenance': 'Maintenance',
  'screen.maintenanceList': 'Maintenance',
  'screen.maintenanceRecord': 'Maintenance',
  'screen.maintenanceImport': 'Stock import',
  'screen.downloads': 'Downloads',
  'screen.history': 'History',
  'screen.dashboard': 'Dashboard',
  'screen.trace': 'Trace',
} as const
