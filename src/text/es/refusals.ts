// Refusals: what happened, what was kept, what to do (en/refusals.ts).

export const refusals = {
  readOnlyAccess: 'Acceso de solo lectura. Aquí puede ver todo; pida el cambio a su encargado.',
  keyMissing: 'Para esto necesita {key}. Pídalo a un administrador.',
  superAdminsOnly: 'Solo para superadministradores. Si lo necesita, avise a un administrador.',
  locationNotAllowed:
    'Su usuario no está dado de alta en el almacén {location}. Elija otro en Almacén y temporada.',
  doneElsewhere: 'Esto se hace en el almacén {location}. Elíjalo primero en Almacén y temporada.',
  noLocation: 'Elija primero almacén y temporada.',
  noDocument: 'Abra primero un documento: escanee su folio o elíjalo de una lista.',
  noLine: 'Elija primero una línea: escanee su código.',
  notOnThisScreen: 'Esto no hace nada en esta pantalla.',
  dialogOpen: 'Responda primero la pregunta de la pantalla. No se cambió nada.',
  noQuestion: 'No hay ninguna pregunta abierta.',
  nothingToPrint: 'En esta pantalla no hay nada que imprimir. Abra primero un documento o una lista.',
  notPrintable: '{number} está {status}. Se puede imprimir cuando esté {wanted}.',
  notWhileStatus: 'No se puede mientras {number} está {status}.',
  lineNotWhileStatus: '{barcode} está {status}; no se cambió nada.',
  lineChanged: 'Otra persona cambió {barcode}: ahora está {status} con {quantity}. Su cambio no se guardó.',
  lineChangedBy:
    '{by} cambió {barcode}: ahora está {status} con {quantity}. No se cambió nada. Revíselo y vuelva a intentarlo.',
  documentChanged:
    'El documento {number} se cambió entretanto. No se hizo nada. Revíselo y vuelva a intentarlo.',
  lineNotSeen:
    '{by} añadió {barcode} mientras tanto: {status}, {quantity}. No se cambió nada. Revíselo y vuelva a intentarlo.',
  headerChanged:
    'Otra persona cambió los mismos campos mientras tanto. No se guardó nada. Elija qué valores quedan.',
  numbersUsedUp:
    'Ya se usaron todos los números de documento de este tipo. No se creó nada; avise a su administrador.',
  noLines: 'Todavía no hay líneas. Escanee un código para agregar una.',
  linesNotPicked:
    '{open|Falta|Faltan} {open} {open|línea|líneas} por surtir. {open|Escanéela|Escanéelas} y luego embarque.',
  linesNotReceived:
    '{open|Falta|Faltan} {open} {open|línea|líneas} por recibir. {open|Escanéela|Escanéelas} y luego reciba.',
  linesStillOpen: '{open|Queda|Quedan} {open} {open|línea abierta|líneas abiertas}.',
  linesDumped: '{n} {n|línea ya está|líneas ya están} de baja. La baja no se puede cancelar.',
  linesWithoutQuantity: '{barcode} tiene cantidad 0. Capture una cantidad o quite la línea.',
  linesOnTheirWay:
    '{n} {n|línea está|líneas están} solo en este equipo. Intente de nuevo cuando se {n|haya|hayan} enviado.',
  linesUnsaved: 'Hay una línea sin guardar. Guárdela o cancélela primero.',
  linesNotCounted:
    '{n|Falta|Faltan} {n} {n|código|códigos} por contar, entre ellos {barcode}. No se cambió nada. {n|Escanéelo|Escanéelos}, o cuente 0.',
  linesWithoutReason: 'Elija un motivo',
  lineListed: '{barcode} ya está en la lista.',
  lineGone: '{barcode} ya no está en la lista. No se cambió nada.',
  quantityZero: 'La cantidad no puede ser cero',
  barcodeMissing: 'Escanee el código del que quiere etiquetas, o escriba sus 10 caracteres.',
  countWrong: '{value} no se puede imprimir. Capture un número entero de 1 a {most}.',
  nothingPrints: 'Ahora no se imprime nada.',
  quantityUnchanged: 'Cambie la cantidad',
  pickOfZero: 'No se puede surtir: la existencia es 0',
  quantityNotNumber: 'Capture un número entero de hasta 9 dígitos.',
  quantityLooksLikeBarcode: '{value} parece un código de barras, no una cantidad. No se cambió nada.',
  lineNotShort: 'A {barcode} no le faltan plantas. Solo una línea con faltante tiene motivo.',
  reasonMissing: 'Elija un motivo',
  reasonUnknown: '{reason} no es un motivo aquí. Elija uno de la lista.',
  formIncomplete: 'Faltan campos obligatorios.',
  destinationMissing: 'Elija un destino.',
  entityTypeMissing: 'Elija primero Productor o Vivero.',
  dateMissing: 'Elija las dos fechas.',
  dateWrong: 'Capture una fecha de {first} a {last}.',
  authorizedByMissing: 'Capture quién lo autorizó.',
  authorizedDateMissing: 'Elija la fecha de autorización.',
  growerMissing: 'Elija primero un productor.',
  growerUnknown: '{grower} no tiene planta en resguardo aquí. Elija un productor de la lista.',
  effectMissing: 'Elija a dónde va la devolución: resguardo o baja.',
  shipAfterArrival: 'La fecha de embarque no puede ser después de la fecha de llegada',
  destinationInactive:
    'El almacén {location} está inactivo. No se embarcó nada. Elija otro destino, o pida a un administrador que lo active.',
  temperatureWrong: 'Capture una temperatura correcta',
  argumentMissing: 'Falta: {what}.',
  insufficientQuantity: 'No alcanza la existencia. Capture otra cantidad',
  inventoryNotFound: 'No se encontró en existencias',
  quantityChanged: 'Otra persona cambió la cantidad: ahora es {n}. Su cambio no se guardó.',
  belowReserved: 'La cantidad es menor que las {n} reservadas en documentos abiertos. Capture {n} o más.',
  moreThanIssued: 'Es más de lo entregado. Se pueden devolver {n} como máximo.',
  plantsTooMany:
    'La suma de plantas es demasiado grande: se pueden guardar 2,147,483,647 como máximo. No se guardó nada. Revise la cantidad.',
  adjustmentTooSmall: 'La cantidad ajustada no es mayor que la existencia; rechácela y ajuste a mano',
  ownerChanged:
    'Mientras tanto, {who} tomó el trabajo de {number}. No se cambió nada. Tómelo otra vez si lo necesita.',
  recordChanged: '{by} cambió este registro. Su cambio no se guardó. Compare y guarde de nuevo.',
  recordExists: '{key} ya existe. Búsquelo, o elija otro nombre.',
  recordTwice: '{value} ya lo usa otro registro.',
  personAbove:
    '{name} tiene un rango mayor que usted: no puede quitarle el acceso. No se cambió nada. Pídalo a un superadministrador.',
  lastSuperAdmin:
    '{name} es el último superadministrador. No se cambió nada. Antes, otra persona debe ser superadministrador y haber iniciado sesión.',
  passportNoOperator:
    'Falta la parte B del pasaporte fitosanitario: el número de registro del operador de {location}. No se imprimió nada. Póngalo en Mantenimiento, Almacenes.',
  passportNoOrigin:
    'Falta la parte D del pasaporte fitosanitario: el país de origen de {barcode}. No se imprimió nada. Importe el archivo de existencias con la columna Origin.',
  labelTextCut: '‘{text}’ de {barcode} no cabe en {template}. No se imprimió nada. Elija {larger}.',
  labelTextTooLong:
    '‘{text}’ de {barcode} no cabe en ninguna etiqueta que se pueda imprimir aquí. No se imprimió nada. Acórtelo en Mantenimiento.',
  printHostForeign:
    '{host} no está en esta red. No se cambió nada. Pida a quien administra el servidor que lo permita (PRINT_HOSTS).',
  ownAccess: 'Esto quitaría su propio acceso. No se cambió nada. Pídalo a otro administrador.',
  recordHasDocuments:
    '{name} todavía tiene {documents} {documents|documento abierto|documentos abiertos}: {numbers}. No se cambió nada. Termínelos o cancélelos primero.',
  recordHasPlants:
    '{name} todavía tiene {plants} {plants|planta|plantas} en existencia. No se cambió nada. Vacíelo primero y luego desactívelo.',
  templateWrong: '{place}: se esperaba {expected}. No se guardó nada. Corrija el archivo y elíjalo otra vez.',
  templateUnread:
    'A {dpi} dpi no se puede leer el código {barcode}. No se guardó nada. Aleje otros elementos o hágalo más grande.',
  templateQrUnread:
    'A {dpi} dpi se leyó el código {barcode}, pero no un código QR. No se guardó nada. Aleje otros elementos o hágalo más grande.',
  templateBarsThin:
    'A {dpi} dpi las barras son demasiado finas: el código tiene {width} mm y necesita {least} mm, con sus márgenes blancos. No se guardó nada.',
  templateBarsLow:
    'El código de barras mide {height} mm de alto; los lectores necesitan {least} mm. No se guardó nada. Hágalo más alto.',
  templatePartMissing:
    'Un pasaporte fitosanitario necesita todas sus partes: falta {parts}. No se guardó nada. Agréguelo.',
  templateTextCut:
    'En esta etiqueta {text} perdería su final. No se guardó nada. Agrande su lugar o achique el texto.',
  templateUntried: 'Elija primero un archivo. Se guarda cuando se ha leído su código de barras.',
  zplCommand:
    'No se acepta {command} en la línea {line}: una plantilla solo dice qué se dibuja y dónde. No se guardó nada. Quítelo y elija el archivo otra vez.',
  zplNumber:
    '{command} en la línea {line}, número {place}: se esperaba un número entero de {least} a {most}. No se guardó nada. Corríjalo y elija el archivo otra vez.',
  zplOption:
    '{command} en la línea {line} solo acepta: {allowed}. No se guardó nada. Cámbielo y elija el archivo otra vez.',
  zplFrame:
    'Una plantilla es una sola etiqueta: un ^XA al principio del archivo y un ^XZ al final. No se guardó nada. Guarde cada etiqueta en su propio archivo.',
  zplSize: 'Falta el tamaño de la etiqueta. No se guardó nada. Agregue ^PW (ancho) y ^LL (largo), en puntos.',
  zplField:
    'No se conoce {field} en la línea {line}. No se guardó nada. Use uno de {known}, entre llaves, y elija el archivo otra vez.',
  zplFont:
    'El texto de la línea {line} no tiene letra. No se guardó nada. Escriba antes ^A0 o ^CF0 con una altura y elija el archivo otra vez.',
  zplRoom:
    'El elemento de la línea {line} no cabe en la etiqueta con el blanco que necesita alrededor un código de diez letras. No se guardó nada. Muévalo o hágalo más pequeño.',
  zplUnfinished:
    'El campo de la línea {line} necesita un ^FD y, al final, ^FS. No se guardó nada. Corríjalo y elija el archivo otra vez.',
  zplElement:
    'El elemento de la línea {line} no puede ser parte de una plantilla: se esperaba {expected}. No se guardó nada. Cámbielo y elija el archivo otra vez.',
  notAdmin: 'Solo administradores. Pida el cambio a uno.',
  noDeviceProfile: 'No hay perfil guardado para este equipo. Pruebe el escáner, o elija un perfil.',
  deviceNameMissing: 'Este equipo no tiene nombre. Póngale uno en Escáner, por ejemplo su modelo.',
  historyOfWhat: 'Capture un código de barras o un folio.',
  fileMissing: 'Elija primero un archivo.',
  noImport: 'No hay ninguna importación en curso.',
  fileUnchecked: 'Revise primero el archivo.',
  recordIncomplete: 'Revise estos campos: {fields}.',
  recordUnchanged: 'No hay nada que guardar.',
  recordUnsaved: 'Guarde o cancele primero sus cambios.',
  presetUnknown: 'No existe ese perfil. Elija {presets}.',
  nothingOffered: 'No hay código sugerido.',
  nothingToAcknowledge: 'No hay ningún error que confirmar.',
  nothingShort: '{barcode}: no falta nada en su estante. Capture primero lo que hay.',
  noOtherShelf: '{barcode}: {n|falta|faltan} {n}. Ningún otro estante aquí tiene este código.',
  nothingToUndo: 'No hay nada que deshacer.',
  noQuantity: 'No hay nada que borrar.',
  noQuantityKept: 'No hay cantidad fija para los próximos escaneos.',
  keptQuantityZero: '0 no puede ser la cantidad de los próximos escaneos. No se cambió nada; elija 1 o más.',
  noReasonKept: 'No hay motivo fijo para los próximos escaneos.',
  signedIn: 'Su sesión está abierta.',
  noNewRelease: 'Esta es la versión más nueva.',
  nothingMissing: 'Todos los catálogos están cargados.',
  noKeys: 'Usted no tiene permisos asignados. Pídalos a un administrador.',
  busy: 'El paso anterior sigue en proceso. No se hizo nada ahora: inténtelo de nuevo cuando termine.',
  signedOut: 'Su sesión terminó. Su trabajo está guardado; inicie sesión para seguir.',
  'rule.temperatureWrong': 'Una temperatura está entre -50 y 60 °C, con hasta 2 dígitos después del punto.',
  nothingToExplain: 'Todavía no se ha rechazado nada.',
  nothingWaits: 'No hay pendientes en la bandeja de salida.',
  nothingToTryAgain: 'Elija primero un escaneo del registro.',
  noOtherPlace: 'No hay otra temporada ni otro almacén al que cambiar.',
  nothingParked: 'No hay trabajo sin terminar en este almacén.',
} as const
