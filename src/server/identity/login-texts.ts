// Texts of the development sign-in, in the languages of the app.
import type { languages } from '#text/languages.ts'

const english = {
  lang: 'en',
  title: 'Sign in · Trimline',
  heading: 'Sign in to Trimline',
  about: 'Development sign-in: type or scan a user name and press Enter, or choose a demo user below.',
  refused: 'Unknown user name or wrong password.',
  deactivated: 'This person is deactivated. Ask an administrator.',
  userName: 'User name',
  password: 'Password (filled in: {password})',
  signIn: 'Sign in',
  demoUsers: 'Demo users',
  overTitle: 'Sign-in over · Trimline',
  over: 'This sign-in is over',
  overWhy: 'It was finished already or took too long. Open Trimline again to sign in.',
  open: 'Open Trimline',
}

/** The texts of one language. */
export type LoginTexts = Readonly<typeof english>

const spanish: LoginTexts = {
  lang: 'es-MX',
  title: 'Iniciar sesión · Trimline',
  heading: 'Iniciar sesión en Trimline',
  about:
    'Inicio de sesión de prueba: escriba o escanee un usuario y presione Enter, o elija abajo un usuario de demostración.',
  refused: 'Usuario desconocido o contraseña incorrecta.',
  deactivated: 'Esta persona está desactivada. Pregunte a un administrador.',
  userName: 'Usuario',
  password: 'Contraseña (ya escrita: {password})',
  signIn: 'Iniciar sesión',
  demoUsers: 'Usuarios de demostración',
  overTitle: 'Inicio de sesión terminado · Trimline',
  over: 'Este inicio de sesión terminó',
  overWhy: 'Ya se había completado o tardó demasiado. Abra Trimline otra vez para iniciar sesión.',
  open: 'Abrir Trimline',
}

const words: Readonly<Record<string, LoginTexts>> = {
  en: english,
  es: spanish,
} satisfies Record<keyof typeof languages, LoginTexts>

/** The texts for `ui_locales` of OpenID Connect or an Accept-Language: its first language, else English. */
export function loginTextsFor(requested: unknown): LoginTexts {
  const [, language = ''] = typeof requested === 'string' ? (/^\s*([a-z]{2,3})\b/i.exec(requested) ?? []) : []
  return words[language.toLowerCase()] ?? english
}
