// Results of scans and next steps (en/scan.ts).

export const scan = {
  'scan-done': 'Hecho: {command}.',
  'scan-running': 'Leído. Esperando la respuesta.',
  'scan-busy': 'Guardado. Corre después de los escaneos anteriores.',
  'scan-held': 'Guardado. Corre después de su OK (F9, Esc o escanee OK).',
  'scan-dialog-first': 'Responda primero la pregunta abierta y luego corre.',
  'scan-screen-first': 'Guardado. Corre cuando la pantalla esté abierta.',
  'scan-taken-back': '{text} se quitó antes de correr.',
  'scan-acknowledged': 'OK. Siga escaneando.',
  'scan-not-accepted-here': '{text} no hace nada en esta pantalla.',
  'scan-barcode-not-here':
    'Un código de barras no hace nada en esta pantalla. Abra primero un documento: escanee su folio.',
  'scan-number-not-here': 'Un folio no hace nada aquí.',
  'scan-command-not-here': 'Este comando no hace nada en esta pantalla.',
  'scan-command-unknown': '{text} no es un comando de esta versión. Imprima una hoja de comandos nueva.',
  'scan-command-argument': '{text}: falta una parte del comando o está mal.',
  'scan-unknown': '{text} no es código de barras, folio ni comando. No se cambió nada.',
  'scan-fragment': '{text} parece parte de un código. No se cambió nada; escanéelo de nuevo.',
  'scan-torn':
    '¿{barcode}? Presione Enter para usarlo. A {text} le falta el primer carácter; no se cambió nada.',
  'scan-glued': '{text} parece dos códigos juntos. No se cambió nada; escanéelos uno por uno.',
  'scan-mixed': 'A {text} le puede sobrar o faltar un carácter. No se cambió nada; escanéelo de nuevo.',
  'scan-shifted': '{text}: Shift estaba presionado. No se cambió nada; suelte Shift y escanee de nuevo.',
  'scan-control-characters':
    'El código trae caracteres de control. No se cambió nada; revise la configuración del escáner.',
  'scan-empty': 'El escáner mandó un código vacío. Escanee de nuevo.',
  'scan-too-long': 'El código es demasiado largo. No se cambió nada.',
  'scan-quantity-set': '{quantity} para el próximo código.',
  'scan-quantity-of-line': '{barcode}: {quantity}. Enter la guarda.',
  'scan-quantity-cleared': 'La cantidad se borró.',
  'scan-line-kept': '{barcode} se queda con {n}. Los dígitos son para el próximo escaneo.',
  'scan-line-left': '{barcode} todavía no tiene cantidad. Los dígitos son para el próximo escaneo.',
  'number-not-whole': '{number} no es un número entero. Corríjalo con Retroceso.',
  'number-dropped.refused': '{number} no se usó: el escaneo anterior se rechazó. Presione OK (F9) primero.',
  'number-dropped.not-whole': '{number} no se usó: solo valen números enteros. Escríbalo de nuevo.',
  'number-dropped.no-line': '{number} no se usó: no hay línea escaneada para él. Escanee primero.',
  'number-dropped.unsure':
    '{number} no se usó: ¿para {barcode} o {next}? Escriba el número de {next} y Enter.',
  'number-dropped.like-barcode': '{number} no se usó. Presione / primero y luego escriba el código.',
  'number-dropped.used-up': '{number} no se usó: lo que siguió no era un código de barras.',
  'number-lacking': '{barcode} no se tomó: {number}, escrito antes, no se usó. Escríbalo y escanee de nuevo.',
  'scan-not-saved':
    '{text} se escaneó en una pantalla que ya se cerró ({n} en total). No se guardó nada; abra el documento y escanee de nuevo.',
  'scan-restored': '{n} {n|escaneo|escaneos} de antes {n|corre|corren} ahora.',
  'scan-abandoned':
    'La aplicación se cerró antes de la respuesta. Revise si {text} se guardó; si no, intente de nuevo.',
  'scans-abandoned':
    '{n} {n|escaneo no tenía|escaneos no tenían} respuesta cuando se cerró la aplicación. {n|Está|Están} en el registro de escaneos (h). Intente de nuevo desde ahí.',
  'scan-failed': 'La aplicación falló. Revise si {text} se guardó antes de escanearlo de nuevo.',
  'scan-unreadable': '{n} {n|escaneo|escaneos} de antes se {n|perdió|perdieron}. Revise las últimas líneas.',
  'scan-documents-found': '{n} documentos tienen el folio {number}. Elija uno.',
  'scan-document-missing':
    'No se encontró aquí el documento {number}. Revise el folio, el almacén y la temporada.',
  'scan-document-offline':
    '{number} no está en este equipo, y no hay conexión con el servidor. Escanéelo de nuevo cuando vuelva la red.',
  'scan-document-elsewhere':
    '{what} es de {there}, y usted está en {location}. Elija {there} en Almacén y temporada.',
  'scan-document-not-yours': '{what} es de {there}, almacén que usted no tiene. Déjelo a {there}.',
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
  'scan-tone-here': 'Guardado aquí',
  'scan-queue-depth': '{n} más',
  'scan-quantity-next': 'Próximo: × {quantity}',
  'scan-quantity-of': '{barcode}: {quantity}',
  'scan-quantity-of-saved': '{barcode}: {quantity} (ahora {now})',
  'scan-quantity-to': '¿{quantity} → …{tail}? Enter sí, o escanee el próximo código',
  'scan-quantity-to-saved': '¿{quantity} → …{tail} (ahora {now})? Enter sí, o escanee el próximo código',
  'scan-quantity-slash': '¿{quantity}? Presione / primero y luego escriba el código',
  'scan-quantity-or-next': '{quantity}: Enter para {barcode}, o el próximo',
  'scan-quantity-wanted': '{barcode}: ¿cantidad?',
  'scan-error-count': '{at} de {of}',
  'scan-waiting-for-acknowledgement': 'F9, Esc o escanee OK',
  'scan-ready': 'Listo para escanear',
  'scan-elsewhere': 'Ahora no hay escaneos aquí. Toque esta ventana, o presione Alt+Tab para volver.',
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
