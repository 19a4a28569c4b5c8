export const printers = {
  'printers.edit': 'Servidor de impresión {printer}',
  'printers.change': 'Cambiar',
  'printers.changeOf': 'Cambiar {printer}',
  'printers.saved': 'Se guardó el servidor de impresión {printer}',
  'printers.saveFailed': 'No se guardó el servidor de impresión',
  'printers.now': 'Ahora es {printer} en {host}:{port}, {format}.',
  'printers.gone': 'Este servidor de impresión ya no existe.',
  'printers.stock': 'Cargada con',
  'printers.paper': 'Papel',
  'printers.usualRoll': 'Etiquetas: el rollo de costumbre',
  'printers.stockOf': 'Etiquetas: {template}',
  'printers.dpi': 'Resolución (dpi)',
  'printers.dpiOfLabel': 'Como dice la etiqueta',
  'printers.dpiHint':
    'Está en la placa de la impresora de etiquetas, o en la página de prueba que ella misma imprime.',
  'printers.rotation': 'Girar las etiquetas',
  'printers.degrees': '{n}°',
  'printers.rotationHint':
    'Los agentes no giran las páginas. Elija 90° si una etiqueta ancha sale a la mitad de su tamaño.',
  'printers.askAgent': 'Preguntar al agente por sus impresoras',
  'printers.ofAgent': 'Impresoras del agente',
  'printers.choose': 'Elija una',
  'printers.agent.lists': 'El agente en {agent} contesta. Tiene {n} {n|impresora|impresoras}.',
  'printers.agent.none':
    'El agente en {agent} contesta y todavía no tiene impresora: dé un nombre a una en su configuración y pregunte otra vez.',
  'printers.agent.unnamed': 'Todavía no se pueden usar, sin nombre en el agente: {printers}.',
  'printers.agent.answers':
    'El agente en {agent} no da la lista de sus impresoras. Use la versión 1.0 o posterior, sin token, o capture el nombre como está en su configuración.',
  'printers.agent.badAddress': 'Capture primero la computadora y el puerto.',
  'printers.agent.policy':
    'La página no puede llegar a {agent} antes de que se agregue. Agregue el servidor de impresión, cierre Trimline, ábralo de nuevo y pregunte aquí.',
  'printers.tested': '¿Cómo salió la impresión de prueba?',
  'printers.test.right': 'Correcta',
  'printers.test.half': 'Muy pequeña',
  'printers.test.turned': 'Girada',
  'printers.advice.right': 'La impresora está lista.',
  'printers.advice.paper':
    'Elija el tamaño de papel del almacén en la configuración de la impresora misma, y active la rotación automática en la configuración del agente.',
  'printers.advice.turn':
    'La página era más ancha que la etiqueta, y el agente la hizo más pequeña en vez de girarla. Gire las etiquetas {n}° para esta impresora.',
  'printers.advice.turned': 'Gire las etiquetas {n}° para esta impresora.',
  'printers.advice.dpi':
    'La impresora tiene una resolución mayor que la etiqueta. Ponga {n} dpi para esta impresora.',
  'printers.advice.dpiMost':
    'La etiqueta se hizo para {n} dpi, la resolución más alta. Revise el tamaño de la etiqueta en la configuración de la impresora misma.',
  'printers.advice.ask': 'Los administradores lo ponen en esta pantalla.',
  'printers.advice.turnNow': 'Girar {n}° y probar otra vez',
  'printers.advice.dpiNow': 'Poner {n} dpi y probar otra vez',
  'proposals.title': 'Impresoras predeterminadas',
  'proposals.note':
    'Las predeterminadas en {location}, hasta que alguien elija otra impresora en una estación. Después la estación recuerda la suya.',
  'proposals.printerFor': 'Impresora para {work}',
  'proposals.templateFor': 'Tipo de etiqueta',
  'proposals.none': 'Ninguna predeterminada',
  'proposals.usual': 'Con lo que está cargada la impresora',
  'proposals.labels': 'Etiquetas',
  'proposals.onShip': 'Imprimir al embarcar',
  'proposals.onReceive': 'Imprimir al recibir',
  'proposals.onShipOf': '{work}: imprimir al embarcar',
  'proposals.onReceiveOf': '{work}: imprimir al recibir',
  'proposals.saved': 'Guardado para {location}: {work}',
  'proposals.failed': 'No se guardó',
  'byItself.title': 'Impresión automática',
  'byItself.note':
    'Esta estación imprime esto en cuanto el servidor lo confirma, una vez por documento. Empieza con lo predeterminado del almacén.',
  'byItself.begins': 'Impresión automática en {printer}: {name}',
  'byItself.noPrinter':
    'No se imprimió automáticamente, no hay impresora para ello: {name}. Imprímalo desde el documento.',
  'byItself.failed': 'No se imprimió nada automáticamente: {name}. Imprímalo desde el documento.',
} as const
