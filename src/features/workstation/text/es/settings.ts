// Outcomes of the commands for this workstation and its scanners, on any screen (en/settings.ts).

export const settings = {
  'workstation.speaks': 'Voz encendida.',
  'workstation.speaksNot': 'Voz apagada.',
  'workstation.contrastIsMore': 'Contraste: alto.',
  'workstation.contrastIsSystem': 'Contraste: el del equipo.',
  'workstation.textSizeIs': 'Tamaño del texto {percent} %.',
  'workstation.languageIs':
    'Idioma: {language}. La página se carga de nuevo cuando todo el trabajo de aquí esté guardado.',
  'workstation.volumeIs': 'Volumen {percent} %.',
  'workstation.vibrates': 'Vibración encendida.',
  'workstation.vibratesNot': 'Vibración apagada.',
  'workstation.holds': 'Después de un error, los escaneos esperan su OK.',
  'workstation.holdsNot':
    'Después de un error, los escaneos siguen. El error está en el registro de escaneos.',
  directNotHere:
    'Este navegador no puede conectar ese equipo. Use Chrome o Edge en una computadora, o un escáner de teclado.',
  directInsecure:
    'Los equipos necesitan https. Abra Trimline con su dirección https, o pídala a un administrador.',
  directOnAlready: 'Ya está conectado.',
  directOn: 'El escáner está conectado.',
  directOnNamed: '{name} está conectado.',
  directNoneChosen: 'No se eligió ningún escáner. No se cambió nada.',
  directDenied: 'El navegador no puede usar el equipo. Permítalo junto a la dirección e intente de nuevo.',
  directBusy: 'Otro programa lo usa. Cierre ese programa u otras pestañas de Trimline e intente de nuevo.',
  directWrongMode:
    'Este escáner no está en modo HID POS. Póngalo con el código de su manual y conéctelo de nuevo.',
  directNoCamera: 'No hay cámara libre en este equipo.',
  directLost: 'Escáner desconectado. Conéctelo otra vez: se reconecta solo.',
  directFailed: 'No se pudo abrir el escáner. Desconéctelo, conéctelo otra vez e intente de nuevo.',
  scannerProfileSet: 'Esta estación usa: {label}',
  scannerProfileUnclear: '{words} puede ser: {labels}. Escriba más.',
  scannerProfileUnknown: 'No hay perfil de escáner para {words}. No se cambió nada.',
  notLoaded: 'No se pudo cargar. Revise la red e intente de nuevo.',
  'speech.next': '{where}: {quantity}',
  'speech.nextPlace': '{where}',
} as const
