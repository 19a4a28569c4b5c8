// Words of the development sign-in pages. The server uses them; the app never loads them.

export const signInPage = {
  'signInPage.title': 'Sign in · Trimline',
  'signInPage.heading': 'Sign in to Trimline',
  'signInPage.about':
    'Development sign-in: type or scan a user name and press Enter, or choose a demo user below.',
  'signInPage.refused': 'Unknown user name or wrong password.',
  'signInPage.deactivated': 'This person is deactivated. Ask an administrator.',
  'signInPage.userName': 'User name',
  'signInPage.password': 'Password (filled in: {password})',
  'signInPage.signIn': 'Sign in',
  'signInPage.demoUsers': 'Demo users',
  'signInPage.overTitle': 'Sign-in over · Trimline',
  'signInPage.over': 'This sign-in is over',
  'signInPage.overWhy': 'It was finished already or took too long. Open Trimline again to sign in.',
  'signInPage.open': 'Open Trimline',
  'signInPage.tooMany': 'Too many attempts: try again in {n} s.',
  'signInPage.errorTitle': 'Sign-in error · Trimline',
  'signInPage.error': 'Sign-in is not possible',
} as const
