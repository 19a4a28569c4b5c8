// Outbox: work saved on this device and not yet confirmed by the server (en/outbox.ts).

export const outbox = {
  'outbox.notSaved':
    'No se guardó: este equipo no puede guardar nada ahora. Libere espacio o recargue la página, y captúrelo de nuevo.',
  'outbox.notSure':
    'Puede estar guardado o no: el almacenamiento de este equipo no responde. Se le pregunta cada 5 segundos. Captúrelo de nuevo solo si después no aparece.',
  'outbox.refused': '{barcode}: el servidor lo rechazó sin decir por qué.',
  'outbox.problem': '{reason}',
  'outbox.lineGone': '{barcode} ya no está en el documento. No se cambió nada.',
  'outbox.documentGone': '{barcode}: su documento no está en el servidor. No se cambió nada.',
  'outbox.old': 'Tiene más de 25 días. Revise primero el documento y luego envíelo de nuevo o descártelo.',
  'outbox.held':
    '{barcode}: guardado aquí, pero el servidor no lo puede aceptar ahora. Vea la bandeja de salida.',

  'outbox.refusedLater': '{name}, {barcode}: {why}',
  'outbox.needsYou': 'El servidor no aceptó {n} {n|cambio|cambios}. Decida en la bandeja de salida.',

  // ---- the chip in the header
  'outbox.chip.here': '{n} {n|guardado|guardados} aquí',
  'outbox.chip.needs': 'Le {n|espera|esperan}: {n}',
  'outbox.chip.label': '{words}. Ir a la bandeja de salida',

  // ---- /Outbox/
  'screen.outbox': 'Bandeja de salida',
  'outbox.count': '{n} en espera',
  'outbox.countNeeds': '{n} en espera, {needs} {needs|necesita|necesitan} que usted decida',
  'outbox.none': 'La bandeja de salida está vacía',
  'outbox.noneHelp': 'Todos sus cambios están en el servidor.',
  'outbox.others': '{user} tiene {n} en espera aquí. Solo {user} {n|lo|los} puede enviar o descartar.',
  'outbox.stockOf': 'Existencia de {barcode}',
  'outbox.what.create': 'Documento nuevo',
  'outbox.what.delete': 'Borrar la línea',
  'outbox.what.adjust': 'Ajustar',
  'outbox.what.undo': 'Deshacer',
  'outbox.quantity': '× {quantity}',
  'outbox.state.here': 'Guardado aquí',
  'outbox.state.sent': 'Enviado, sin respuesta todavía',
  'outbox.state.refused': 'Rechazado',
  'outbox.state.held': 'Detenido',
  'outbox.state.signIn': 'Espera que inicie sesión',
  'outbox.state.behind': 'Espera al anterior',
  'outbox.rowAction': '{what}: {row}',
  'outbox.again': '{row}: enviado de nuevo.',
  'outbox.discard.ask': '¿Descartar {row}?',
  'outbox.discard.refused': 'El servidor lo rechazó. Allá no cambió nada; lo que usted capturó se pierde.',
  'outbox.discard.maybe': 'Quizá el servidor ya lo tiene. Revise después el documento.',
  'outbox.discard.held': 'No se envió. Lo que usted capturó se pierde.',
  'outbox.discard.together':
    '{n} más {n|se envió|se enviaron} en la misma llamada y también se {n|descarta|descartan}.',
  'outbox.discard.more': '{n} más que {n|le sigue|le siguen} también se {n|pierde|pierden}.',
  'outbox.sentence': '{words}',
  'outbox.discarded': '{row} descartado.',
  'outbox.chosen': '{row}',
  'outbox.notHere': 'No hay nada de {barcode} en la bandeja de salida.',
  'outbox.exported': '{n} {n|exportado|exportados}.',
  'outbox.exportFailed': 'No se pudo escribir el archivo. No se perdió nada; intente de nuevo.',
  'outbox.csv.document': 'Documento',
  'outbox.csv.what': 'Qué',
  'outbox.csv.barcode': 'Código',
  'outbox.csv.quantity': 'Cantidad',
  'outbox.csv.when': 'Hora',
  'outbox.csv.state': 'Estado',
  'outbox.csv.why': 'Por qué',
  'outbox.csv.user': 'Persona',
  'outbox.csv.id': 'Clave',
  'outbox.csv.answer': 'Respuesta del servidor',
} as const
