// Headings of the screens whose other sentences are loaded with them (en/screens.ts).

export const screens = {
  'screen.outbox': 'Bandeja de salida',
  'screen.scanLog': 'Registro de escaneos',
  'screen.workstation': 'Estación',
  'screen.commandSheet': 'Hoja de comandos',
  'screen.scannerSetup': 'Escáner',
  'screen.print': 'Imprimir',
  'screen.printNew': 'Nuevo servidor de impresión',
  'screen.labelTemplates': 'Plantillas de etiquetas',
  'screen.maintenance': 'Mantenimiento',
  'screen.maintenanceList': 'Mantenimiento',
  'screen.maintenanceRecord': 'Mantenimiento',
  'screen.maintenanceImport': 'Importar existencias',
  'screen.downloads': 'Descargas',
  'screen.history': 'Historial',
  'screen.dashboard': 'Tablero',
  'screen.trace': 'Rastreo',
} as const
