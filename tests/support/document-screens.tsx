import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Provider, useAtomValue } from 'jotai'
import { type ReactNode, useEffect } from 'react'
import { expect, onTestFinished } from 'vitest'
import { Route, Router, Switch } from 'wouter'
import { memoryLocation } from 'wouter/memory-location'
import { createClient, installClient } from '#app/api/client.ts'
import { notifyTakeover } from '#app/api/live/notify-takeover.ts'
import { trackPresence } from '#app/api/live/presence.ts'
import { refreshLists } from '#app/api/live/refresh-lists.ts'
import { createQueryClient } from '#app/api/query-client.ts'
import { installOutbox } from '#app/outbox/page-outbox.ts'
import type { OutboxStorage } from '#app/outbox/storage.ts'
import {
  Home as GrowerStorage,
  Dump as StoredDump,
  Issuance as StoredIssuance,
} from '#app/shell/grower-storage.tsx'
import { ResumeWork } from '#app/shell/resume-work.tsx'
import { configAtom } from '#app/state/config.ts'
import { noticesAtom } from '#app/state/notices.ts'
import { placeAtom } from '#app/state/place.ts'
import { printRequestsAtom, requestPrint } from '#app/state/printing.ts'
import { groupsAtom, identityAtom, permissionsAtom, userLocationsAtom } from '#app/state/session.ts'
import { store } from '#app/state/store.ts'
import { flushRendering, useBatchedStore } from '#app/state/use-batched-store.ts'
import { keepFocus } from '#app/ui/focus-owner.ts'
import { registry } from '#core/commands/index.ts'
import { pathTo, ROUTES } from '#core/wire/routes.ts'
import type { SecurityKey } from '#core/wire/security-keys.ts'
import { fetchListAndEditor, screensOf } from '#documents/client/screens.tsx'
import { AdjustTrimScreen, RequestScreen } from '#features/adjustment/client/screens.ts'
import { DownloadsScreen } from '#features/downloads/client/downloads-screen.tsx'
import { HistoryScreen } from '#features/history/client/history-screen.tsx'
import { TraceScreen } from '#features/history/client/trace-screen.tsx'
import { RecordListScreen } from '#features/maintenance/client/record-list-screen.tsx'
import { RecordScreen } from '#features/maintenance/client/record-screen.tsx'
import { OutboxChip } from '#features/outbox-screen/client/outbox-chip.tsx'
import { OutboxScreen } from '#features/outbox-screen/client/outbox-screen.tsx'
import { OutboxWatch } from '#features/outbox-screen/client/outbox-watch.tsx'
import { installJobStore, type JobStore, openJobStore } from '#features/printing/client/jobs/job-store.ts'
import { LabelTemplatesScreen } from '#features/printing/client/label-templates-screen.tsx'
import { PrintHost, type PrintHostProps } from '#features/printing/client/print-host.tsx'
import { NewPrintServerScreen, PrintScreen } from '#features/printing/client/screens.ts'
import { ScannerSetupScreen } from '#features/scanner-setup/client/scanner-setup-screen.tsx'
import { LogOutScreen } from '#features/sign-in/client/log-out-screen.tsx'
import { ImportScreen } from '#features/stock-files/client/import-screen.tsx'
import { createInput } from '#input/create-input.ts'
import type { EngineState } from '#input/engine/engine-state.ts'
import type { Entry } from '#input/engine/scan-entry.ts'
import { InputContext, InputPromiseContext, useInput } from '#input/input-context.ts'
import { type Explanation, explain } from '#input/palette/explain.ts'
import { sayCode } from '#text/say.ts'
import { memoryStorage } from './memory-storage.ts'

// Loads the screens in advance, as on a device in use.
await fetchListAndEditor()

const issuanceScreens = screensOf('issuance', 'inventory')
const transferScreens = screensOf('transfer', 'inventory')
const dumpScreens = screensOf('dump', 'inventory')
const returnScreens = screensOf('return', 'inventory')
const countScreens = screensOf('count', 'inventory')
const storedIssuanceScreens = screensOf('issuance', 'growerStorage')
const storedDumpScreens = screensOf('dump', 'growerStorage')

// Mounts the document and correction screens like the app, with the real client and commands. The server
// belongs to the test.

const ISSUING: readonly SecurityKey[] = [
  'ISSUANCEADMINKEY',
  'GROWERISSUANCEADMINKEY',
  'NURSERYISSUANCEADMINKEY',
  'TRANSFERLOGADMINKEY',
  'ADJUSTINVENTORYKEY',
]

// Adds what jsdom lacks: element sizes and scrolling.
const makePage = () => {
  for (const [name, pixels] of Object.entries({
    offsetHeight: 100,
    clientHeight: 100,
    offsetWidth: 300,
    clientWidth: 300,
  })) {
    Object.defineProperty(HTMLElement.prototype, name, { configurable: true, get: () => pixels })
  }
  const scrollTo = (where?: ScrollToOptions | number, y?: number) => {
    const top = typeof where === 'object' ? (where.top ?? 0) : (y ?? 0)
    Object.defineProperty(window, 'scrollY', { configurable: true, value: top })
    window.dispatchEvent(new Event('scroll'))
  }
  scrollTo(0, 0)
  window.scrollTo = scrollTo
  Object.defineProperty(document.documentElement, 'scrollHeight', { configurable: true, value: 1_000_000 })
  Element.prototype.scrollIntoView = () => undefined
  window.matchMedia ??= () => ({ matches: false }) as MediaQueryList
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
}

const Notices = () => (
  <ul aria-label="notices">
    {useAtomValue(noticesAtom).map(({ id, code, facts }) => (
      <li key={id}>{sayCode(code, facts)}</li>
    ))}
  </ul>
)

// Like the real strip: renders each outcome and its changes before the next scan begins.
const Strip = ({ onShown }: { readonly onShown: (state: EngineState) => void }) => {
  const { engine } = useInput()
  const state = useBatchedStore(engine.subscribe, engine.state)
  useEffect(() => onShown(state))
  return null
}

export interface OpenOptions {
  readonly keys?: readonly SecurityKey[]
  readonly readOnly?: boolean
  readonly admin?: boolean
  /** The person may maintain growers and nurseries. */
  readonly canMaintainGrowers?: boolean
  /** Codes of the locations at which the person may work. */
  readonly locations?: readonly string[]
  readonly patience?: number
  /** How print agents are reached, and the server's extensions of the specification. */
  readonly printing?: PrintHostProps['options'] & { readonly token?: string; readonly scheme?: 'ws' | 'wss' }
  readonly extensions?: readonly string[]
  /** The stored outbox of the device. */
  readonly outbox?: OutboxStorage
  /** The stored print jobs of the device. */
  readonly jobs?: JobStore
  /** Wraps the app, so that a test can observe it. */
  readonly wrap?: (app: ReactNode) => ReactNode
  /** Offers to resume unfinished work. */
  readonly offersResume?: boolean
}

let newestOutcome = (): string | undefined => undefined

/** Waits until the result strip of the newest screens shows this text. */
export function result(words: string | RegExp) {
  return waitFor(() => expect(newestOutcome()).toMatch(words))
}

let jobNames = 0

/** Opens an address of the app, signed in at location WAT in a strawberry season. */
export function openScreens(base: string, path: string, options: OpenOptions = {}) {
  makePage()
  installOutbox(options.outbox ?? memoryStorage().storage)
  jobNames += 1
  installJobStore(options.jobs ?? openJobStore(`jobs-${jobNames}`))
  const groups = options.readOnly ? ['readers'] : options.admin ? ['admins'] : ['users']
  const entityAdmin = options.canMaintainGrowers ? ['users'] : []
  store.set(groupsAtom, { admin: ['admins'], regular: ['users'], readOnly: ['readers'], entityAdmin })
  store.set(identityAtom, { userName: 'pia', displayName: 'Pia', groups })
  store.set(
    permissionsAtom,
    (options.keys ?? ISSUING).map((securityItem) => ({ id: null, roleName: '', securityItem })),
  )
  const { locations = ['WAT'] } = options
  store.set(
    userLocationsAtom,
    locations.map((location) => ({ id: null, username: 'pia', location })),
  )
  store.set(placeAtom, { location: 'WAT', season: { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' } })
  store.set(noticesAtom, [])
  store.set(printRequestsAtom, [])
  const { token, scheme = 'ws', ...printing } = options.printing ?? {}
  store.set(configAtom, {
    apiBase: base,
    oidc: { authority: 'http://localhost/oidc', clientId: 'trimline', scope: 'openid' },
    groups: store.get(groupsAtom),
    version: '',
    extensions: [...(options.extensions ?? ['printing', 'details', 'idempotency'])],
    printAgent: { scheme, ...(token !== undefined && { token }) },
  })
  installClient(
    createClient({
      apiBase: base,
      tokens: { get: () => Promise.resolve('token'), replace: () => Promise.resolve(undefined) },
      ...(options.patience !== undefined && { timeoutMs: options.patience }),
    }),
  )
  onTestFinished(keepFocus(window))
  const { hook, searchHook, navigate, history } = memoryLocation({ path, record: true })
  let ids = 0
  const bugs: unknown[] = []
  const entries: Entry[] = []
  const explanations: Explanation[] = []
  let shown: EngineState | undefined
  const input = createInput({
    registry,
    shell: () => ({
      go: (route, parameters, query = {}) => {
        const search = new URLSearchParams(query).toString()
        navigate(pathTo(route, parameters) + (search === '' ? '' : `?${search}`))
      },
      mayPrintCommandSheet: () => true,
      printCommandSheet: () => {
        requestPrint({ kind: 'commandSheet' })
        return undefined
      },
      printLast: () => {
        requestPrint({ kind: 'last' })
        return undefined
      },
      cancelPrint: () => {
        requestPrint({ kind: 'cancel' })
        return undefined
      },
      back: () => navigate(ROUTES.issuance),
      maySwitchPlace: (offered) => (offered?.['path'] === undefined ? { code: 'noOtherPlace' } : true),
      switchPlace: () => undefined,
      mayVisit: () => true,
      findDocuments: () => Promise.resolve({ ok: true, hits: [] }),
      switchTheme: () => undefined,
      reloadData: () => undefined,
      reloadMasterData: () => undefined,
      signOut: () => navigate(ROUTES.logOut),
    }),
    openPalette: () => undefined,
    showHelp: () => undefined,
    isCovered: () => false,
    showWhy: (refusal) => explanations.push(explain(refusal)),
    numberPatterns: () => ({}),
    isOutageActive: () => false,
    afterError: 'continue',
    storeQueue: () => undefined,
    onTone: () => undefined,
    onEntry: (entry) => entries.push(entry),
    onBug: (error) => bugs.push(error),
    now: () => Date.now(),
    newId: () => {
      ids += 1
      return `deed-${ids}-${path}`
    },
    here: () => history.at(-1) ?? '',
    runAfter: (run, ms) => void setTimeout(run, ms),
    after: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
  })
  // Already fulfilled: in the app it is loaded before a person opens a document.
  const coming = Object.assign(Promise.resolve(input), { status: 'fulfilled', value: input })
  const queries = createQueryClient()
  queries.setDefaultOptions({ queries: { retry: false, networkMode: 'always' } })
  onTestFinished(refreshLists(queries))
  onTestFinished(trackPresence())
  onTestFinished(notifyTakeover())
  const around = options.wrap ?? ((app: ReactNode) => app)
  const app = (
    <Provider store={store}>
      <QueryClientProvider client={queries}>
        <InputPromiseContext value={coming}>
          <InputContext value={input}>
            <Router hook={hook} searchHook={searchHook}>
              <Notices />
              <Strip
                onShown={(state) => {
                  shown = state
                }}
              />
              <OutboxChip />
              <OutboxWatch />
              {options.offersResume && <ResumeWork />}
              <Switch>
                <Route path={ROUTES.issuance} component={issuanceScreens.List} />
                <Route path={ROUTES.issuanceEdit} component={issuanceScreens.Edit} />
                <Route path={ROUTES.issuanceDetail} component={issuanceScreens.Detail} />
                <Route path={ROUTES.transferOpen} component={transferScreens.List} />
                <Route path={ROUTES.transferReceiving} component={transferScreens.OtherList} />
                <Route path={ROUTES.transferEdit} component={transferScreens.Edit} />
                <Route path={ROUTES.transferShip} component={transferScreens.Detail} />
                <Route path={ROUTES.transferReceive} component={transferScreens.Receive} />
                <Route path={ROUTES.print} component={PrintScreen} />
                <Route path={ROUTES.printNew} component={NewPrintServerScreen} />
                <Route path={ROUTES.adjustTrim} component={AdjustTrimScreen} />
                <Route path={ROUTES.dump} component={dumpScreens.List} />
                <Route path={ROUTES.dumpNew} component={dumpScreens.Edit} />
                <Route path={ROUTES.dumpEdit} component={dumpScreens.Edit} />
                <Route path={ROUTES.dumpDetail} component={dumpScreens.Detail} />
                <Route path={ROUTES.return} component={returnScreens.List} />
                <Route path={ROUTES.returnEdit} component={returnScreens.Edit} />
                <Route path={ROUTES.returnDetail} component={returnScreens.Detail} />
                <Route path={ROUTES.count} component={countScreens.List} />
                <Route path={ROUTES.countEdit} component={countScreens.Edit} />
                <Route path={ROUTES.countDetail} component={countScreens.Detail} />
                <Route path={ROUTES.growerStorage} component={GrowerStorage} />
                <Route path={ROUTES.growerStorageIssuance} component={StoredIssuance} />
                <Route path={ROUTES.growerStorageIssuanceEdit} component={storedIssuanceScreens.Edit} />
                <Route path={ROUTES.growerStorageIssuanceDetail} component={storedIssuanceScreens.Detail} />
                <Route path={ROUTES.growerStorageDump} component={StoredDump} />
                <Route path={ROUTES.growerStorageDumpEdit} component={storedDumpScreens.Edit} />
                <Route path={ROUTES.growerStorageDumpDetail} component={storedDumpScreens.Detail} />
                <Route path={ROUTES.adjustmentRequest} component={RequestScreen} />
                <Route path={ROUTES.maintenanceImport} component={ImportScreen} />
                <Route path={ROUTES.labelTemplates} component={LabelTemplatesScreen} />
                <Route path={ROUTES.maintenanceRecord} component={RecordScreen} />
                <Route path={ROUTES.maintenanceList} component={RecordListScreen} />
                <Route path={ROUTES.history} component={HistoryScreen} />
                <Route path={ROUTES.trace} component={TraceScreen} />
                <Route path={ROUTES.traceOf} component={TraceScreen} />
                <Route path={ROUTES.logOut} component={LogOutScreen} />
                <Route path={ROUTES.downloads} component={DownloadsScreen} />
                <Route path={ROUTES.outbox} component={OutboxScreen} />
                <Route path={ROUTES.scannerSetup} component={ScannerSetupScreen} />
              </Switch>
              <PrintHost options={printing} />
            </Router>
          </InputContext>
        </InputPromiseContext>
      </QueryClientProvider>
    </Provider>
  )
  const view = render(around(app))
  const outcomeNow = () => {
    const last = shown?.last
    return last && sayCode(last.code, last.args)
  }
  newestOutcome = outcomeNow
  return {
    ...view,
    user: userEvent.setup(),
    bugs,
    /** Returns the logged scans and commands. */
    entries: () => entries,
    /** Refetches all visible data, as when the window gets the focus again. */
    reloadData: () => act(() => queries.refetchQueries({ type: 'active' })),
    address: () => history.at(-1),
    /** Moves the browser to another address, whatever is open. */
    goTo: (address: string) => act(() => navigate(address)),
    /** Runs 'Why not?' and returns its rule, facts and steps. */
    whyNot: async () => {
      await act(() => input.run('whyNot', {}, 'key'))
      const explanation = explanations.at(-1)
      return (
        explanation && {
          why: explanation.why,
          facts: Object.fromEntries(explanation.facts),
          steps: explanation.steps.map(({ command }) => command.id),
        }
      )
    },
    /** `later`: milliseconds from now. The same code within 400 ms counts as a bounce of the trigger. */
    scan: (text: string, later = 0) =>
      act(() => input.engine.scan({ text, raw: text, readAt: Date.now() + later })),
    /** Resolves when the outcome is on the screen. */
    command: (id: Parameters<typeof input.run>[0], given = {}) =>
      act(async () => {
        const outcome = await input.run(id, given, 'key')
        flushRendering()
        return outcome
      }),
    typeQuantity: (digits: string) =>
      act(() => [...digits].forEach((digit) => input.engine.typeQuantity(digit))),
    /** Presses Enter after typed digits. */
    enterQuantity: () => act(() => input.engine.enterQuantity()),
    depth: () => input.engine.state().depth,
    /** The barcode of the line that receives typed digits. */
    waitsFor: () => input.engine.state().quantityOf,
    /** The action of Enter after typed digits. */
    enterGoesTo: () => {
      const { quantityTo, quantityNow } = input.engine.state()
      return quantityTo === undefined ? undefined : { barcode: quantityTo, now: quantityNow }
    },
    /** The next steps and the facts of the current outcome. */
    offer: () => {
      const last = shown?.last
      return { next: last?.next, facts: last?.args }
    },
    /** The text of the result strip. */
    outcome: outcomeNow,
    tone: () => shown?.last?.tone,
    /** Waits until the last outcome contains this text. */
    says: (words: string) => waitFor(() => expect(outcomeNow()).toContain(words)),
  }
}

/** Gives no reason for a short pick. */
export async function giveNoReason(): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'No reason' }))
}

/** Returns the card of a document line. The region is needed because a search can show the same barcode. */
export async function lineOf(barcode: string) {
  return within(await screen.findByRole('region', { name: 'Lines' })).findByRole('article', { name: barcode })
}

/** Returns the list of visible notices, for queries. */
export function notices() {
  return within(screen.getByRole('list', { name: 'notices' }))
}
