// Words of the development sign-in pages (en/sign-in-page.ts).

export const signInPage = {
  'signInPage.title': 'Iniciar sesión · Trimline',
  'signInPage.heading': 'Iniciar sesión en Trimline',
  'signInPage.about':
    'Inicio de sesión de prueba: escriba o escanee un usuario y presione Enter, o elija abajo un usuario de demostración.',
  'signInPage.refused': 'Usuario desconocido o contraseña incorrecta.',
  'signInPage.deactivated': 'Esta persona está desactivada. Pregunte a un administrador.',
  'signInPage.userName': 'Usuario',
  'signInPage.password': 'Contraseña (ya escrita: {password})',
  'signInPage.signIn': 'Iniciar sesión',
  'signInPage.demoUsers': 'Usuarios de demostración',
  'signInPage.overTitle': 'Inicio de sesión terminado · Trimline',
  'signInPage.over': 'Este inicio de sesión terminó',
  'signInPage.overWhy':
    'Ya se había completado o tardó demasiado. Abra Trimline otra vez para iniciar sesión.',
  'signInPage.open': 'Abrir Trimline',
  'signInPage.tooMany': 'Demasiados intentos: intente de nuevo en {n} s.',
  'signInPage.errorTitle': 'Error de inicio de sesión · Trimline',
  'signInPage.error': 'No es posible iniciar sesión',
} as const
