// The route table: every screen, its preconditions, and the rights it requires. Other paths show the
// not-found page.
import type { ComponentType } from 'react'
import { matchRoute, type Parser, Redirect } from 'wouter'
import { configAtom } from '#app/state/config.ts'
import { fetchLater } from '#app/state/fetch-later.ts'
import { type Session, useSession } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import type { IconName } from '#app/ui/icon.tsx'
import { routesOf } from '#core/kinds/modes.ts'
import { type DocumentKindRoutes, extensionOf, kindRoutes, routesIn } from '#core/wire/kind-routes.ts'
import { refuse, type Verdict } from '#core/wire/refusals.ts'
import { ROUTES, type RouteName } from '#core/wire/routes.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import type { DocumentScreens } from '#documents/client/screens.tsx'
import { HomeScreen } from '#features/home/client/home-screen.tsx'
import { InitializeScreen } from '#features/setup/client/initialize-screen.tsx'
import { SetupScreen } from '#features/setup/client/setup-screen.tsx'
import { aboutAppScreen, documentScreen, lazyFrom, loadAboutApp } from './lazy-screens.ts'

// The preconditions of a screen. Each value includes the earlier ones.
const NEEDS = ['nothing', 'sign-in', 'master-data', 'place'] as const
type Need = (typeof NEEDS)[number]

export interface Screen {
  readonly route: RouteName
  readonly component: ComponentType
  readonly needs: Need
  /** The target of the back arrow; undefined shows no arrow. */
  readonly up?: RouteName
  /** The security keys that open it (part 1 section 6). The document kind defines the rights within it. */
  readonly keys?: readonly SecurityKey[]
  /** For administrators: their groups open it without keys (part 1 section 6). */
  readonly admins?: true
  /** For super-admins only. */
  readonly superAdmins?: true
  /** The server extension that the screen requires. */
  readonly extension?: string
}

const scannerScreen = lazyFrom(() => fetchLater(import('./scanner-and-workstation-screens.ts')))
const trimScreen = lazyFrom(() => import('#features/adjustment/client/screens.ts'))
const growerStorageScreen = lazyFrom(() => import('./grower-storage.tsx'))
const printScreen = lazyFrom(() => fetchLater(import('#features/printing/client/screens.ts')))
const maintenanceScreen = lazyFrom(() => fetchLater(import('./maintenance-and-history-screens.ts')))
const DashboardScreen = lazyFrom(() => fetchLater(import('#features/dashboard/client/dashboard-screen.tsx')))(
  (all) => all.DashboardScreen,
)

// Counts open work in the lists that this person may open.
const Dashboard = () => {
  const session = useSession()
  return <DashboardScreen leadsTo={(route) => mayVisit(route, session) === true} />
}

const Home = () => <HomeScreen onLanguage={() => void loadAboutApp().then((all) => all.switchLanguage())} />

const Setup = () => <SetupScreen next={firstScreen(useSession())} />

const withKeys = (...keys: readonly SecurityKey[]) => ({ needs: 'place', keys }) as const
const trim = withKeys('ADJUSTINVENTORYKEY')

const admins = { needs: 'master-data', admins: true, extension: 'maintenance' } as const

// Selects a screen of a document kind in one of its modes.
const kindScreen = ({ kind, mode }: DocumentKindRoutes, which: keyof DocumentScreens) =>
  documentScreen((all) => all.screensOf(kind, mode)[which])

// The lists inside the tabs of grower storage.
const growerStorageLists: Partial<Readonly<Record<RouteName, ComponentType>>> = {
  growerStorageIssuance: growerStorageScreen((all) => all.Issuance),
  growerStorageDump: growerStorageScreen((all) => all.Dump),
}

// The lists, editors and details of a kind in one mode.
const kindScreens = (routes: DocumentKindRoutes): readonly Screen[] => {
  const extension = extensionOf(routes.kind)
  const access = { ...withKeys(...routes.keys), ...(extension !== undefined && { extension }) }
  const [list, otherList] = routesIn(routes.lists)
  if (list === undefined) return []
  const Edit = kindScreen(routes, 'Edit')
  const Detail = kindScreen(routes, 'Detail')
  const Receive = kindScreen(routes, 'Receive')
  const receive = 'receive' in routes ? routesIn(routes.receive) : []
  return [
    { route: list, component: growerStorageLists[list] ?? kindScreen(routes, 'List'), ...access },
    ...(otherList ? [{ route: otherList, component: kindScreen(routes, 'OtherList'), ...access }] : []),
    // Before the details: '/Issuance/Edit/…' would match a type named Edit.
    ...routesIn(routes.edit).map((route) => ({ route, component: Edit, up: list, ...access })),
    ...routesIn(routes.detail).map((route) => ({ route, component: Detail, up: list, ...access })),
    ...receive.map((route) => ({ route, component: Receive, up: otherList ?? list, ...access })),
  ]
}

const transferRoutes = routesOf('transfer', 'inventory')

// Redirects to the first list that this person may open (part 2 section 2.1).
const Transfer = () => {
  const session = useSession()
  const { list, otherList } = transferRoutes
  const first = [list, otherList].find((route) => mayVisit(route, session) === true)
  return <Redirect to={ROUTES[first ?? list]} replace />
}

const traced = { needs: 'place', extension: 'trace' } as const

const screens: readonly Screen[] = [
  { route: 'home', component: Home, needs: 'nothing' },
  { route: 'healthCheck', component: aboutAppScreen((all) => all.HealthScreen), needs: 'nothing' },
  { route: 'logOut', component: aboutAppScreen((all) => all.LogOutScreen), needs: 'nothing' },
  { route: 'initialize', component: InitializeScreen, needs: 'sign-in' },
  { route: 'setup', component: Setup, needs: 'master-data' },
  { route: 'trimSeason', component: Setup, needs: 'master-data' },
  { route: 'dashboard', component: Dashboard, ...withKeys() },
  {
    route: 'releases',
    component: aboutAppScreen((all) => all.ReleasesScreen),
    needs: 'master-data',
    superAdmins: true,
  },
  { route: 'scanLog', component: scannerScreen((all) => all.ScanLog()), needs: 'place' },
  { route: 'outbox', component: scannerScreen((all) => all.Outbox()), needs: 'master-data' },
  { route: 'workstation', component: scannerScreen((all) => all.Workstation()), needs: 'master-data' },
  { route: 'commandSheet', component: scannerScreen((all) => all.CommandSheet()), needs: 'master-data' },
  { route: 'scannerSetup', component: scannerScreen((all) => all.ScannerSetup()), needs: 'master-data' },
  {
    route: 'scannerSheet',
    component: scannerScreen((all) => all.ScannerSheet()),
    needs: 'master-data',
    up: 'scannerSetup',
  },
  ...kindRoutes.flatMap(kindScreens),
  { route: 'transfer', component: Transfer, ...withKeys(...transferRoutes.keys) },
  { route: 'adjustTrim', component: trimScreen((all) => all.AdjustTrimScreen), ...trim },
  { route: 'print', component: printScreen((all) => all.PrintScreen), needs: 'place' },
  {
    route: 'printNew',
    component: printScreen((all) => all.NewPrintServerScreen),
    up: 'print',
    needs: 'place',
  },
  {
    route: 'adjustmentRequest',
    component: trimScreen((all) => all.RequestScreen),
    up: 'adjustTrim',
    ...trim,
  },
  { route: 'growerStorage', component: growerStorageScreen((all) => all.Home), ...withKeys() },
  { route: 'maintenance', component: maintenanceScreen((all) => all.MaintenanceScreen), ...admins },
  // Before the lists: '/Maintenance/Import/' would match a kind named Import.
  {
    route: 'maintenanceImport',
    component: maintenanceScreen((all) => all.ImportScreen),
    up: 'maintenance',
    ...admins,
  },
  {
    route: 'labelTemplates',
    component: maintenanceScreen((all) => all.LabelTemplatesScreen),
    up: 'maintenance',
    ...admins,
  },
  {
    route: 'maintenanceList',
    component: maintenanceScreen((all) => all.RecordListScreen),
    up: 'maintenance',
    ...admins,
  },
  {
    route: 'maintenanceRecord',
    component: maintenanceScreen((all) => all.RecordScreen),
    up: 'maintenance',
    ...admins,
  },
  {
    route: 'downloads',
    component: maintenanceScreen((all) => all.DownloadsScreen),
    needs: 'place',
    extension: 'export',
  },
  {
    route: 'history',
    component: maintenanceScreen((all) => all.HistoryScreen),
    needs: 'place',
    extension: 'history',
  },
  { route: 'trace', component: maintenanceScreen((all) => all.TraceScreen), ...traced },
  { route: 'traceOf', component: maintenanceScreen((all) => all.TraceScreen), up: 'trace', ...traced },
]

/** Does a screen need at least this precondition? */
export function needsAtLeast(screen: Screen, need: Need): boolean {
  return NEEDS.indexOf(screen.needs) >= NEEDS.indexOf(need)
}

/** The screen of a path; undefined if there is none. */
export function screenOf(parser: Parser, path: string): Screen | undefined {
  return screens.find(({ route }) => matchRoute(parser, ROUTES[route], path)[0])
}

/** Does the route have a screen that this person may open? */
export function mayVisit(route: RouteName, session: Session | null): Verdict {
  const screen = screens.find((each) => each.route === route)
  if (!screen) return refuse('notOnThisScreen')
  return session ? mayOpen(screen, session) : true
}

/** Does the screen need a key while this person has none at all? */
export function lacksEveryKey(screen: Screen, { actor, superAdmin }: Session): boolean {
  return (
    needsAtLeast(screen, 'master-data') &&
    actor.keys.size === 0 &&
    // Administrators may have no key yet, for example on the first day.
    !screen.admins &&
    !(screen.superAdmins && superAdmin)
  )
}

const serverHas = ({ extension }: Screen): boolean =>
  extension === undefined || store.get(configAtom)?.extensions.includes(extension) === true

/** May this person open the screen? Checks the server's extension and the person's groups and keys. */
export function mayOpen(screen: Screen, session: Session): Verdict {
  const { keys = [], admins, superAdmins } = screen
  if (!serverHas(screen)) return refuse('notOnThisScreen')
  if (superAdmins && !session.superAdmin) return refuse('superAdminsOnly')
  if (lacksEveryKey(screen, session)) return refuse('noKeys')
  if (admins && !session.admin && !session.entityAdmin) return refuse('notAdmin')
  const key = keys.find((each) => !session.actor.keys.has(each))
  return key === undefined ? true : refuse('keyMissing', { key })
}

export interface Entry {
  readonly route: RouteName
  readonly key: SecurityKey
  readonly icon: IconName
  readonly label: 'nav.adjustTrim' | `nav.${DocumentKindRoutes['kind']}`
}

// The entries of the main navigation in the order of the bottom menu, each with its key (part 1 section 6).
const entries: readonly Entry[] = [
  { route: 'adjustTrim', key: 'ADJUSTINVENTORYKEY', icon: 'trim', label: 'nav.adjustTrim' },
  ...kindRoutes.flatMap((routes): Entry[] =>
    'menu' in routes
      ? [{ route: routes.menu, key: routes.keys[0], icon: routes.kind, label: `nav.${routes.kind}` }]
      : [],
  ),
]

/** This person's navigation entries: existing screens for which they have the key. */
export function entriesFor(session: Session): readonly Entry[] {
  return entries.filter(({ route, key }) => {
    const screen = screens.find((each) => each.route === route)
    return screen !== undefined && session.actor.keys.has(key) && serverHas(screen)
  })
}

// The first screen for this person; undefined if they may open none.
const firstScreen = (session: Session): string | undefined => {
  const [first] = entriesFor(session)
  if (first) return ROUTES[first.route]
  return session.actor.keys.has('GROWERSTORAGEHOMEKEY') ? ROUTES.growerStorage : undefined
}
