// The Spanish sentences of the start: sign-in, initialising, setup, and errors of calls (en/start.ts).

export const start = {
  // ---- buttons and lists
  ok: 'OK',
  close: 'Cerrar',
  retry: 'Reintentar',
  loading: 'Cargando…',

  // ---- errors of calls
  malformed_request:
    'El servidor no pudo leer la solicitud. No se cambió nada; revise los valores e intente de nuevo.',
  not_signed_in: 'Su sesión terminó. Su trabajo está guardado; inicie sesión para seguir.',
  token_expired: 'Su sesión terminó. Su trabajo está guardado; inicie sesión para seguir.',
  signed_out: 'Su sesión terminó. Su trabajo está guardado; inicie sesión para seguir.',
  key_missing: 'Usted no tiene permiso para esto. No se cambió nada. Pídalo a un administrador.',
  location_not_allowed: 'Su usuario no está dado de alta en este almacén. Elija otro en Almacén y temporada.',
  read_only: 'Acceso de solo lectura. No se cambió nada; pida el cambio a su encargado.',
  person_inactive: 'Su cuenta está desactivada. No se cambió nada. Avise a un administrador.',
  group_missing: 'Su cuenta no está en ningún grupo que pueda usar Trimline. Avise a un administrador.',
  not_found: 'No se encontró',
  call_not_available: 'Este servidor no ofrece eso. No se cambió nada.',
  method_not_allowed: 'Este servidor no ofrece eso. No se cambió nada.',
  state_conflict:
    'Otra persona cambió el documento antes. Su cambio no se guardó. Así está el documento ahora.',
  request_in_progress: 'Este paso todavía está en proceso. Espere un momento y revise de nuevo.',
  body_too_large: 'Demasiados datos para un solo paso. No se cambió nada.',
  key_reused: 'El servidor ya recibió este paso, con otros valores. Abra el documento de nuevo y revíselo.',
  too_many_requests: 'Demasiadas solicitudes. Espere un momento e intente de nuevo.',
  internal_error:
    'El servidor falló. Lo que capturó está guardado. Intente de nuevo; si vuelve a fallar, pida ayuda.',
  server_busy: 'El servidor está ocupado. Lo que capturó está guardado; intente en un momento.',
  storage_full:
    'El disco del servidor está lleno. Lo que capturó está guardado aquí. Avise a un administrador.',
  no_changes_now:
    'La base de datos no acepta cambios ahora. Lo que capturó está guardado; intente en un momento.',
  unavailable: 'El servidor no puede responder ahora. Lo que capturó está guardado; intente en un momento.',
  offline: 'Sin conexión. Su trabajo está guardado aquí y se envía cuando vuelva la red.',
  unreachable:
    'No hay conexión con el servidor. Lo que capturó está guardado; revise la red e intente de nuevo.',
  captive_portal: 'Esta red pide iniciar sesión primero. Su trabajo está guardado aquí.',
  origin_not_allowed:
    'El servidor no permite esta dirección. Su trabajo está guardado aquí. Informática debe agregar {origin} a su configuración de CORS.',
  timeout: 'El servidor tardó demasiado. Lo que capturó está guardado; intente de nuevo.',
  cancelled: 'Se detuvo antes de la respuesta del servidor.',
  not_from_server:
    'Algo entre este equipo y el servidor respondió ({status}). Su trabajo está guardado; intente de nuevo o avise a un administrador.',
  answer_does_not_fit:
    'No se pudo leer la respuesta del servidor. Revise el documento antes de intentar de nuevo.',
  request_does_not_fit:
    'Un campo tiene un valor que no se puede enviar. No se cambió nada; revise los campos.',
  server_refused: 'El servidor rechazó ({status}). No se cambió nada.',
  server_failed:
    'El servidor falló ({status}). Lo que capturó está guardado. Intente de nuevo; si vuelve a fallar, pida ayuda.',

  // ---- app shell
  appName: 'Trimline',
  appPurpose: 'Inventario de planta por código de barras',
  environmentBanner: 'Ambiente {name}',
  'nav.adjustTrim': 'Ajustes',
  'nav.transfer': 'Traslados',
  'nav.issuance': 'Entregas',
  'nav.return': 'Devoluciones',
  'nav.dump': 'Bajas',
  'nav.count': 'Conteos',
  'nav.label': 'Pantallas',
  'menu.open': 'Menú',
  'menu.setup': 'Almacén y temporada',
  'menu.reload': 'Recargar catálogos',
  'menu.health': 'Estado del sistema',
  'menu.logOut': 'Cerrar sesión',
  'menu.version': 'Versión {version}',
  back: 'Atrás',
  skipToContent: 'Ir al contenido',
  placeChange: 'Cambiar almacén y temporada',
  readOnlyBadge: 'Solo lectura',
  errorTitle: 'No se guardó almacén y temporada',
  languages: 'English · Español',
  online: 'En línea',
  notLive: 'Sin cambios en vivo. Lo que hacen otros aparece en 30 segundos como máximo.',
  offlineNotice: 'Sin conexión. Su trabajo está guardado aquí y se envía cuando vuelva la red.',
  portalSignIn: 'Abrir el inicio de sesión de la red',
  toasts: 'Avisos',
  noticeDismiss: 'Quitar',
  newRelease: 'Hay una versión nueva: recargar',
  screenLost:
    'No se pudo cargar esta pantalla. Lo que capturó está guardado; revise la red y cárguela de nuevo.',
  screenBroke: 'Esta pantalla falló. Lo guardado y los borradores siguen aquí; cárguela de nuevo.',
  loadAgain: 'Cargar de nuevo',
  'screen.home': 'Bienvenida',
  'screen.initialize': 'Preparando',
  'screen.setup': 'Almacén y temporada',
  'screen.healthCheck': 'Estado del sistema',
  'screen.logOut': 'Cerrar sesión',
  'screen.notFound': 'Página no encontrada',
  noAccessLocations:
    'No hay ningún almacén asignado a {name}. Pida a un administrador que agregue el suyo e intente de nuevo.',

  // ---- start and sign-in
  starting: 'Iniciando…',
  configFailed: 'No se pudo cargar la configuración de este sitio.',
  insecureTitle: 'Esta dirección no es segura',
  insecureHelp:
    'Para iniciar sesión la dirección debe empezar con https://, o con http://localhost en este equipo. Usted abrió {origin}; pida la dirección https://.',
  signIn: 'Iniciar sesión',
  signingIn: 'Abriendo el inicio de sesión…',
  finishingSignIn: 'Iniciando su sesión…',
  sign_in_failed: 'No se pudo iniciar la sesión. No se perdió nada. Intente de nuevo.',
  serverAway: 'No hay conexión con el servidor. Revise la red.',
  retriesWhenBack: 'Esta página lo intenta de nuevo cuando vuelva la red.',
  provider_unreachable:
    'No hay conexión con el servicio de inicio de sesión. Revise la red e intente de nuevo.',
  goOn: 'Continuar',
  signedInOver: 'Su sesión está abierta. Cierre esta ventana y siga en la otra.',

  // ---- /InitializeApplication/
  initializing: 'Preparando',
  initializeProgress: '{done} de {all} catálogos cargados',
  initializeFailed: 'No se pudieron cargar {n} de {m} catálogos importantes...',
  initializeAgain: 'Intentar de nuevo',
  initializeProceed: 'Seguir de todos modos',
  'component.userroles': 'Permisos',
  'component.userdcs': 'Sus almacenes',
  'component.warehouse': 'Almacenes',
  'component.trimseasons': 'Temporadas',
  'component.trimtype': 'Tipos de planta',
  'component.grower': 'Productores',
  'component.nursery': 'Viveros',
  'component.reasoncode.DUMP': 'Motivos de baja',
  'component.reasoncode.INVENTORY': 'Motivos de ajuste',
  'component.variety': 'Variedades',
  componentWaiting: 'cargando',
  componentLoaded: '{n}',
  componentFailed: 'falló',

  // ---- /Setup/
  warehouseLocation: 'Almacén',
  trimSeason: 'Temporada',
  done: 'Listo',
  settingUp: 'Cargando variedades e impresoras…',
  anErrorOccurred: 'Ocurrió un error',
  setupChoose: 'Elija',
  setupIncomplete: 'Elija primero almacén y temporada.',
  noScreens: 'Usted no tiene acceso a ninguna pantalla. Pida a un administrador los permisos que necesita.',
  'commodity.BLACK': 'Zarzamora',
  'commodity.BLUE': 'Arándano',
  'commodity.RASP': 'Frambuesa',
  'commodity.STRAW': 'Fresa',

  // ---- general
  unknownCode: 'Ocurrió un error: {code}. Cargue la página de nuevo.',
} as const
