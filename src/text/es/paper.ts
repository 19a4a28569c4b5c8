// Words for print only: reports, labels, the command sheet (en/paper.ts).

export const paper = {
  'report.Grower Issuance': 'Entrega a productor',
  'report.Nursery Issuance': 'Entrega a vivero',
  'report.Grower Storage Issuance': 'Entrega de resguardo',
  'report.Transfers': 'Traslado',
  'report.Plants Dump': 'Baja de planta',
  'report.Grower Storage Dump': 'Baja de resguardo',
  'report.Returns': 'Devolución',

  // ---- facts
  paperSeason: 'Temporada',
  paperLocation: 'Almacén',
  paperDistrict: 'Distrito de cultivo',
  paperAccount: 'Cuenta',
  paperPickUp: 'Recoge en',
  paperReturnedFrom: 'Devuelto de',
  paperReturnWarehouse: 'Almacén de devolución',
  paperChanged: 'Último cambio',

  // ---- columns
  columnNumber: '#',
  columnBarcode: 'Código',
  columnVariety: 'Variedad',
  columnTrimType: 'Tipo de planta',
  columnStockType: 'Clase',
  columnStorage: 'Ubicación',
  columnOrdered: 'Pedido',
  columnIssued: 'Entregado',
  columnShipped: 'Embarcado',
  columnReceived: 'Recibido',
  columnDifference: 'Diferencia',
  columnDumped: 'De baja',
  columnReturned: 'Devuelto',
  columnReason: 'Motivo',
  columnShortReason: 'Por qué faltan',
  columnPlants: 'Plantas',
  columnFrom: 'De',
  columnTo: 'A',
  columnCause: 'Documento o motivo',
  columnBy: 'Quién y cuándo',
  paperTotal: '{n} {n|línea|líneas}',
  paperNoLines: 'Sin líneas',
  paperReplant: '{storage} (replante)',

  // ---- signatures
  signIssuedBy: 'Entregó',
  signReceivedBy: 'Recibió',
  signDriver: 'Chofer',
  signShippedBy: 'Embarcó',
  signAuthorizedBy: 'Autorizó',
  signDumpedBy: 'Dio de baja',
  signReturnedBy: 'Devolvió',
  signDate: '{who}, fecha',

  // ---- page footer
  paperPrinted: 'Impreso por {who}, {time}',
  paperPage: 'Página {page} de {pages}',

  // ---- labels
  labelPlants: '{n} plantas',

  // ---- test print
  testTitle: 'Impresión de prueba',
  testWorks: 'Esta impresora funciona.',
  testServer: 'Servidor de impresión',
  testPrinter: 'Impresora',
  testFormat: 'Formato',
  testScan: 'Escanee el código para ver que se puede leer.',

  // ---- command sheet
  sheetTitle: 'Códigos de comando',
  sheetHint: 'Escanee en vez de presionar una tecla o un botón. Los escaneos corren uno tras otro.',
  sheetPlace: 'Comandos de {place}',
  sheetQuantities: 'Cantidad del próximo código',
  sheetKept: 'La misma cantidad en cada escaneo',
  sheetReasonsDump: 'Motivos de baja',
  sheetReasonsInventory: 'Motivos de ajuste',
} as const
