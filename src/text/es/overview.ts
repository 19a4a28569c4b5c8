// History and dashboard (en/overview.ts).

export const overview = {
  // ---- history
  'history.title': 'Historial',
  'history.ofBarcode': 'Historial de {code}',
  'history.ofDocument': 'Historial del documento {code}',
  'history.open': 'Abrir {code}',
  'history.none': 'Sin historial en sus almacenes.',
  'history.missing': 'No existe {code} en sus almacenes.',
  'history.import': 'Importación de existencias',
  'history.event.MOVED': '{n} {n|planta movida|plantas movidas}',
  'history.event.CREATED': 'Documento creado',
  'history.event.CHANGED': 'Último cambio del documento',
  'history.event.OWNED': 'Trabajo tomado',
  'history.arrivedLater': 'Hecho {done} según el reloj del dispositivo, llegó {arrived}.',
  'history.takenOver': 'Trabajo tomado de {who}',
  'history.event.LINE': 'Línea con {n} {n|planta|plantas}',
  'account.stock': '{owner} {place}',
  'account.grower-storage': '{owner} {place}',
  'account.transit': 'en tránsito en {owner}',
  'account.issued': '{owner} {place}',
  'account.dumped': 'de baja en {owner}',
  'account.opening': 'existencia inicial de {owner}',
  'account.adjusted': 'correcciones en {owner}',

  // ---- /Dashboard/
  'dashboard.about': 'Trabajo abierto en {location} en esta temporada. Cada número abre su lista.',
  'dashboard.nothing': 'Sus permisos no abren ninguna lista aquí.',
  'dashboard.failed': 'No se pudo contar. {reason}',
  'dashboard.inventory.issuance.open': 'Entregas por surtir y embarcar',
  'dashboard.inventory.transfer.open': 'Traslados por embarcar',
  'dashboard.inventory.transfer.receiving': 'Traslados por recibir',
  'dashboard.inventory.dump.open': 'Bajas abiertas',
  'dashboard.inventory.return.open': 'Devoluciones abiertas',
  'dashboard.inventory.request.open': 'Solicitudes de ajuste por decidir, todas las temporadas',
  'dashboard.growerStorage.issuance.open': 'Resguardo: entregas por surtir y embarcar',
  'dashboard.growerStorage.dump.open': 'Resguardo: bajas abiertas',
} as const
