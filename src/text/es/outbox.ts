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

  // ---- the chip in the header

  // ---- /Outbox/
} as const
