// The outbox (en/outbox.ts).

export const outbox = {
  'outbox.notSaved':
    'No se guardó: este equipo no puede guardar nada ahora. Libere espacio o recargue la página, y captúrelo de nuevo.',
  'outbox.notSure':
    'Puede estar guardado o no: el almacenamiento de este equipo no responde. Se le pregunta cada 5 segundos. Captúrelo de nuevo solo si después no aparece.',
  'outbox.refused': '{barcode}: el servidor lo rechazó sin decir por qué.',
  'outbox.problem': '{reason}',
  'outbox.lineGone': '{barcode} ya no está en el documento. No se cambió nada.',
  'outbox.documentGone': '{barcode}: su documento no está en el servidor. No se cambió nada.',
  'outbox.numberReused':
    '{barcode}: su documento no está en el servidor. Su número es ahora de otro documento.',
  'outbox.headerConflict': '{list} Edite los datos y elija.',
  'outbox.fieldConflict': '{list} Enter guarda el suyo, Esc deja el otro.',
  'outbox.lineDiscarded': 'Se descartó en la bandeja de salida. No se cambió nada.',
  'outbox.lineRefused': 'La línea ya fue rechazada. No se cambió nada.',
  'outbox.ended': '{what}',
  'outbox.ended.all': '{words}',
  'outbox.ended.CANCELLED': '{name}: {by} canceló el documento a las {time}.',
  'outbox.ended.SHIPPED': '{name}: {by} embarcó el documento a las {time}.',
  'outbox.ended.RECEIVED': '{name}: {by} recibió el documento a las {time}.',
  'outbox.ended.DUMPED': '{name}: {by} terminó la baja a las {time}.',
  'outbox.ended.POSTED': '{name}: {by} registró el documento a las {time}.',
  'outbox.ended.CLOSED': '{name}: {by} cerró el documento a las {time}.',
  'outbox.ended.unknown': '{name} está ahora en {status}.',
  'outbox.putBack': 'Devuelva: {list}.',
  'outbox.notDone': 'No hecho: {list}.',
  'outbox.madeAlready':
    'El servidor quizá ya creó este documento: {numbers} tiene los mismos datos. Mire primero; después envíelo de nuevo o descártelo.',
  'outbox.maybeMade':
    'El servidor quizá ya creó este documento. Mire primero en la lista; después envíelo de nuevo o descártelo.',
  'outbox.lineMaybe':
    '{barcode}: el servidor quizá ya lo hizo. Mire el documento; después envíelo de nuevo o descártelo.',
  'outbox.unclear':
    '{barcode}: no se sabe si el servidor lo hizo. Dice: {message}. Mire primero; después envíelo de nuevo o descártelo.',
  'outbox.old': 'Tiene más de 25 días. Revise primero el documento y luego envíelo de nuevo o descártelo.',
  'outbox.held': '{barcode} está solo en este equipo. {why}',
  'outbox.held.several': '{n} cambios de {number} están solo en este equipo. {why}',
  'outbox.held.all': '{n} cambios están solo en este equipo. {why}',
  'outbox.rights.key_missing':
    'Le quitaron el permiso para esto. Su trabajo se guarda aquí. Se envía cuando un administrador se lo devuelva.',
  'outbox.rights.location_not_allowed':
    'Le quitaron el acceso a este almacén. Su trabajo se guarda aquí. Se envía cuando un administrador se lo devuelva.',
  'outbox.rights.read_only':
    'Su cuenta es ahora de solo lectura. Su trabajo se guarda aquí. Se envía cuando un administrador lo cambie.',
  'outbox.rights.person_inactive':
    'Su cuenta está desactivada. Su trabajo se guarda aquí. Se envía cuando un administrador la active de nuevo.',
  'outbox.rights.group_missing':
    'Su cuenta no está en ningún grupo que pueda hacer esto. Su trabajo se guarda aquí. Se envía cuando un administrador lo cambie.',

  // ---- the chip in the header

  // ---- /Outbox/
} as const
