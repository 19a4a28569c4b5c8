// Results of scans and next steps (en/scan.ts).

export const scan = {
  'scan-done': '{command}.',
  'scan-running': 'Escaneado. Esperando al servidor…',
  'scan-busy': 'En espera: sigue después de los anteriores.',
  'scan-held': 'En espera de su OK (F9, Esc o escanee OK).',
  'scan-dialog-first': 'Responda primero la pregunta de la pantalla.',
  'scan-screen-first': 'En espera de que se abra la pantalla.',
  'scan-taken-back': '{text} se quitó; no se hizo nada.',
  'scan-acknowledged': 'OK. Siga escaneando.',
  'scan-not-accepted-here': '{text} no hace nada en esta pantalla.',
  'scan-barcode-not-here':
    'Un código de barras no hace nada en esta pantalla. Abra primero un documento: escanee su folio.',
  'scan-number-not-here': 'Un folio no hace nada aquí.',
  'scan-command-not-here': 'Este comando no hace nada en esta pantalla.',
  'scan-command-unknown': '{text} no es un comando de esta versión. Imprima una hoja de comandos nueva.',
  'scan-command-argument': '{text}: falta una parte del comando o está mal.',
  'scan-unknown': '{text} no es código de barras, folio ni comando. No se cambió nada.',
  'scan-fragment': 'Se leyó solo una parte de la etiqueta. Escanee de nuevo.',
  'scan-torn': '¿Quiso decir {barcode}? Presione Enter. (Faltaba el primer carácter.)',
  'scan-glued': 'Fueron dos etiquetas a la vez. Escanee una por una.',
  'scan-mixed': '{text} no se leyó bien. No se cambió nada; escanee de nuevo.',
  'scan-shifted': 'Shift estaba presionado. No se cambió nada; suelte Shift y escanee de nuevo.',
  'scan-control-characters':
    'El escáner está mal configurado (manda caracteres de más). Avise a su encargado.',
  'scan-empty': 'No se leyó nada. Escanee de nuevo.',
  'scan-too-long': 'El código es demasiado largo. No se cambió nada.',
  'scan-quantity-set': '{quantity} para el próximo código.',
  'scan-quantity-of-line': '{barcode}: {quantity}. Enter la guarda.',
  'scan-quantity-cleared': 'La cantidad se borró.',
  'scan-line-kept': '{barcode} se queda en {n}. Lo que escriba ahora es para el próximo escaneo.',
  'scan-line-left': 'A {barcode} le falta la cantidad. Lo que escriba ahora es para el próximo escaneo.',
  'number-not-whole': '{number} no es un número entero. Corríjalo con Retroceso.',
  'number-dropped.refused':
    '{number} no se guardó: el escaneo anterior se rechazó. Presione OK (F9) primero.',
  'number-dropped.not-whole': '{number} no se guardó: solo valen números enteros. Escríbalo de nuevo.',
  'number-dropped.no-line': '{number} no se guardó: no hay escaneo para ese número. Escanee primero.',
  'number-dropped.unsure':
    '¿{number} era para {barcode} o {next}? No se guardó nada. Escríbalo de nuevo para {next}.',
  'number-dropped.like-barcode': '{number} no se guardó. Si es un código, presione / primero.',
  'number-dropped.used-up':
    '{number} no se guardó: lo que siguió no era un código de barras. Escríbalo de nuevo.',
  'number-lacking': 'No se guardó. Escriba {number} y escanee {barcode} de nuevo.',
  'scan-not-saved':
    '{text} se escaneó en una pantalla que ya se cerró ({n} en total). No se guardó nada; abra el documento y escanee de nuevo.',
  'scan-restored': 'Ahora {n|sigue|siguen} {n} {n|escaneo anterior|escaneos anteriores}.',
  'scan-abandoned': 'La aplicación se cerró antes de tiempo. Revise si {text} se guardó.',
  'scans-abandoned':
    'La aplicación se cerró antes de tiempo: {n} {n|escaneo quizá no se guardó|escaneos quizá no se guardaron}. Revise el registro de escaneos (h).',
  'scan-failed': 'La aplicación falló. Revise si {text} se guardó antes de escanearlo de nuevo.',
  'scan-unreadable':
    'Se {n|perdió|perdieron} {n} {n|escaneo anterior|escaneos anteriores}. Revise sus últimas líneas.',
  'scan-documents-found': '{n} documentos tienen el folio {number}. Elija uno.',
  'scan-document-missing':
    'No se encontró aquí el documento {number}. Revise el folio, el almacén y la temporada.',
  'scan-document-offline':
    '{number} no está en este equipo, y no hay conexión con el servidor. Escanéelo de nuevo cuando vuelva la red.',
  'scan-document-other-season': '{what} es de {toSeason}, y usted trabaja en {season}.',
  'place.switched': 'Ahora en {season}, almacén {location}.',
  'scan-document-elsewhere':
    '{what} es de {there}, y usted está en {location}. Elija {there} en Almacén y temporada.',
  'scan-document-not-yours': '{what} es de {there}; usted no trabaja en ese almacén. Déjelo a {there}.',
  'scan-muted': 'Sonido apagado.',
  'scan-unmuted': 'Sonido encendido.',
  'scan-kind-barcode': 'Código de barras',
  'scan-kind-number': 'Folio',
  'scan-kind-command': 'Comando',
  'scan-kind-unknown': 'Código desconocido',
  'scan-level-dialog': 'En el diálogo abierto',
  'scan-level-palette': 'En la lista de comandos',
  'scan-level-field': 'En el campo',
  'scan-level-screen': 'En esta pantalla',
  'scan-level-shell': 'En todas partes',
  'scan-tone-ok': 'Hecho',
  'scan-tone-warning': 'Nota',
  'scan-tone-error': 'Error',
  'scan-tone-busy': 'En proceso',
  'scan-tone-here': 'En este equipo',
  'scan-queue-depth': '{n} más',
  'scan-quantity-next': 'Próximo: × {quantity}',
  'scan-quantity-of': '{barcode}: {quantity}',
  'scan-quantity-of-saved': '{barcode}: {quantity} (ahora {now})',
  'scan-quantity-to': '¿{quantity} → …{tail}? Enter sí, o escanee el próximo código',
  'scan-quantity-to-saved': '¿{quantity} → …{tail} (ahora {now})? Enter sí, o escanee el próximo código',
  'scan-quantity-to-short': '¿{quantity} → …{tail}? Enter',
  'scan-quantity-to-saved-short': '¿{quantity} → …{tail} ({now})? Enter',
  'scan-quantity-slash': '¿{quantity}? Presione / primero y luego escriba el código',
  'scan-quantity-or-next': '{quantity} → Enter para {barcode}, o escanee el próximo',
  'scan-quantity-wanted': '{barcode}: ¿cantidad?',
  'scan-error-count': '{at} de {of}',
  'scan-waiting-for-acknowledgement': 'F9, Esc o escanee OK',
  'scan-ready': 'Listo para escanear',
  'scan-elsewhere': 'Esta ventana no recibe escaneos. Toque aquí, o presione Alt+Tab, para escanear.',
  'scan-strip': 'Último escaneo',
  'scan-past': 'Antes',
  'scan-help-text-expanders':
    'Los programas que completan texto y los teclados con macros escriben tan rápido como un escáner. Apáguelos en una estación de escaneo.',
  'scan-help-slow-scanners':
    'Un escáner lento parece una persona escribiendo. Póngalo a una velocidad mayor.',
  'scan-help-y-and-z':
    'Si Y y Z salen cambiadas, ponga en el escáner el país de teclado de esta computadora.',
  'scan-help-modifiers':
    'Los escáneres que mandan códigos Alt del teclado numérico son lentos. Póngalo a mandar teclas normales.',
  'scan-help-cut-digits':
    'Si un código de dígitos se corta por una pausa, el resto puede parecer un número. Escanee de nuevo.',
  'scan-help-calibrate':
    'Lo mejor para todo esto: que el escáner termine cada código con Enter y lo empiece con un prefijo.',
} as const
