// /Dashboard/, by mode, kind and list; a kind without a text here is counted under its title.

export const dashboard = {
  'dashboard.about': 'Trabajo abierto en {location} en esta temporada. Cada número abre su lista.',
  'dashboard.nothing': 'Sus permisos no abren ninguna lista aquí.',
  'dashboard.failed': 'No se pudo contar. {reason}',
  'dashboard.inventory.issuance.open': 'Entregas (pedidos de salida) por surtir y embarcar',
  'dashboard.inventory.transfer.open': 'Traslados por embarcar',
  'dashboard.inventory.transfer.receiving': 'Traslados por recibir',
  'dashboard.inventory.dump.open': 'Bajas abiertas',
  'dashboard.inventory.return.open': 'Devoluciones abiertas',
  'dashboard.inventory.request.open': 'Solicitudes de ajuste por decidir, todas las temporadas',
  'dashboard.growerStorage.issuance.open': 'Resguardo: entregas por surtir y embarcar',
  'dashboard.growerStorage.dump.open': 'Resguardo: bajas abiertas',
} as const
