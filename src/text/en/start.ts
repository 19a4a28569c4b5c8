// The part of the English catalogue that the app needs before work begins: starting, signing in, initialising, setting up, and
// what can go wrong with a call. It is loaded with the page; the rest comes with the screens of the work.
import type { ProblemCode } from '#contract/problem.ts'

export const start = {
  // ---- words on buttons and around lists
  ok: 'OK',
  close: 'Close',
  retry: 'Try again',
  loading: 'Loading…',

  // ---- calls that came to nothing (contract/problem.ts, and the client's own)
  malformed_request:
    'The server could not read the request. Nothing was changed; check the values and try again.',
  not_signed_in: 'Your sign-in has ended. Your work is kept; sign in to go on.',
  token_expired: 'Your sign-in has ended. Your work is kept; sign in to go on.',
  signed_out: 'Your sign-in has ended. Your work is kept; sign in to go on.',
  key_missing:
    'You do not hold the security key for this. Nothing was changed; ask an administrator to grant it.',
  location_not_allowed: 'You are not set up for this location. Choose another one in Setup.',
  read_only: 'Read-only access. Nothing was changed; ask a lead to make the change.',
  group_missing: 'Your account is in no group that may use Trimline. Ask an administrator.',
  not_found: 'Not found',
  call_not_available: 'This server does not offer that. Nothing was changed.',
  method_not_allowed: 'This server does not offer that. Nothing was changed.',
  state_conflict:
    'Someone else was faster, and the document has changed. Nothing was changed; here is how it stands now.',
  request_in_progress: 'The same step is still under way. Wait a moment, then look again.',
  body_too_large: 'That is more than the server takes at once. Nothing was changed.',
  key_reused:
    'The server has seen this step with other values before. Nothing was changed; open the document again.',
  too_many_requests: 'Too much at once for the server. Wait a moment, then try again.',
  internal_error: 'The server failed. Your entries are kept; try again, and call for help if it stays so.',
  unavailable: 'The server cannot answer now. Your entries are kept; try again shortly.',
  offline: 'Offline. Your work is kept here and goes out when the network is back.',
  unreachable: 'The server cannot be reached. Your entries are kept; check the network and try again.',
  timeout: 'The server took too long to answer. Your entries are kept; try again.',
  cancelled: 'Stopped before the server had answered.',
  answer_does_not_fit:
    'The server answered in a way this version does not understand. Look again before you repeat the step.',
  request_does_not_fit: 'These values cannot be sent. Nothing was changed.',
  server_refused: 'The server refused ({status}). Nothing was changed.',
  server_failed:
    'The server failed ({status}). Your entries are kept; try again, and call for help if it stays so.',

  // ---- the app around the screens
  appName: 'Trimline',
  appPurpose: 'Plant inventory by barcode',
  environmentBanner: '{name} environment',
  'nav.adjustTrim': 'Trim',
  'nav.transfer': 'Transfer',
  'nav.issuance': 'Issuance',
  'nav.return': 'Return',
  'nav.dump': 'Dump',
  'nav.label': 'Screens',
  'menu.open': 'Menu',
  'menu.setup': 'Location and season',
  'menu.reload': 'Reload master data',
  'menu.health': 'Health check',
  'menu.theme': 'Theme: {theme}',
  'menu.theme.system': 'as the device',
  'menu.theme.light': 'light',
  'menu.theme.dark': 'dark',
  'menu.logOut': 'Log out',
  'menu.version': 'Version {version}',
  back: 'Back',
  skipToContent: 'Skip to the content',
  placeChange: 'Change location and season',
  readOnlyBadge: 'Read-only access',
  errorTitle: 'That did not work',
  online: 'Online',
  offlineNotice: 'Offline. Your work is kept here and goes out when the network is back.',
  toasts: 'Notices',
  noticeDismiss: 'Dismiss',
  screenLost: 'This screen could not be loaded. Your entries are kept; check the network and load it again.',
  screenBroke: 'This screen has failed. Your saved entries and drafts are kept; load it again.',
  loadAgain: 'Load again',
  'screen.home': 'Welcome',
  'screen.initialize': 'Initializing',
  'screen.setup': 'Setup',
  'screen.healthCheck': 'Health check',
  'screen.logOut': 'Log out',
  'screen.notFound': 'Page not found',
  noAccessLocations:
    'No warehouse location is set up for {name}. Ask an administrator to add yours, then try again.',

  // ---- starting and signing in
  starting: 'Starting…',
  configFailed: 'The settings of this site could not be loaded.',
  insecureTitle: 'This address is not secure',
  insecureHelp:
    'Signing in needs an address that begins with https://, or http://localhost on this computer. You opened {origin}; ask for the https:// address.',
  signIn: 'Sign in',
  signingIn: 'Taking you to the sign-in…',
  finishingSignIn: 'Signing you in…',
  sign_in_failed: 'The sign-in did not go through. Nothing was lost; try again.',
  provider_unreachable: 'The sign-in service cannot be reached. Check the network and try again.',
  goOn: 'Go on',
  signedInOver: 'You are signed in. Close this window and go on in the other one.',

  // ---- /InitializeApplication/
  initializing: 'Initializing',
  initializeProgress: '{done} of {all} components loaded',
  initializeFailed: 'We were unable to load {n} out of {m} important components...',
  initializeAgain: 'Try, Try Again',
  initializeProceed: 'Proceed to Website',
  'component.userroles': 'Security keys',
  'component.userdcs': 'Your locations',
  'component.warehouse': 'Warehouse locations',
  'component.trimseasons': 'Trim seasons',
  'component.trimtype': 'Trim types',
  'component.grower': 'Growers',
  'component.nursery': 'Nurseries',
  'component.reasoncode.DUMP': 'Reason codes for dumps',
  'component.reasoncode.INVENTORY': 'Reason codes for adjustments',
  'component.variety': 'Varieties',
  componentWaiting: 'loading',
  componentLoaded: '{n} loaded',
  componentFailed: 'failed',

  // ---- /Setup/
  warehouseLocation: 'Warehouse Location',
  trimSeason: 'Trim Season',
  done: 'Done',
  settingUp: 'Loading varieties and printers…',
  anErrorOccurred: 'An error occurred',
  setupChoose: 'Choose',
  setupIncomplete: 'Choose a location and a season first.',
  noScreens:
    'None of the screens of this version is open to you. Ask an administrator for the keys that you need.',
  'commodity.BLACK': 'Blackberry',
  'commodity.BLUE': 'Blueberry',
  'commodity.RASP': 'Raspberry',
  'commodity.STRAW': 'Strawberry',

  // ---- general
  unknownCode: 'Some error occurred: {code}. This version has no words for it. Load the page again.',
} as const satisfies Record<ProblemCode, string> & Record<string, string>
