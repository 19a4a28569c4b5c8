/** Runs axe on screens in each state and theme, on one page without reloads. */
import { type Browser, expect, type Page, type Route } from 'playwright/test'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import { violationsOn } from './axe.ts'
import { type DocumentNumbers, pathOf, type Screen } from './screens-of-routes.ts'
import type { Warehouse } from './warehouse.ts'
import { Workstation } from './workstation.ts'

export const devices = {
  terminal: { viewport: { width: 1440, height: 900 } },
  handheld: { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true },
} as const
export type Device = keyof typeof devices

export const states = ['filled', 'empty', 'loading', 'error', 'offline', 'held error'] as const
export type State = (typeof states)[number]

const themes = ['light', 'dark', 'sun'] as const

/** Violations of WCAG levels A and AA, one text each, and the number of axe runs. */
export interface Findings {
  readonly checks: number
  readonly violations: readonly string[]
}

/** Signs in sam.super, who may open every screen, in a new browser context on the dashboard. */
export async function signInOn(browser: Browser, device: Device, warehouse: Warehouse): Promise<Workstation> {
  const context = await browser.newContext({
    ...devices[device],
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const station = await Workstation.at(await context.newPage(), warehouse.url)
  await station.storePlace(warehouse.place)
  await station.open('/Dashboard/')
  await station.enterUserName('sam.super')
  await expect(station.strip).toBeVisible({ timeout: 60_000 })
  return station
}

/** Opens each screen in its state and runs axe on it in the three themes. */
export async function runAxeOnScreens(
  station: Workstation,
  given: DocumentNumbers,
  plan: readonly { readonly screen: Screen; readonly state: State }[],
): Promise<Findings> {
  const { page } = station
  const allViolations: string[] = []
  const interception = await interceptAnswers(page)
  for (const { screen, state } of plan) {
    interception.setState(state)
    await station.goTo(pathOf(screen, given))
    const leave = await reach(station, screen, state)
    for (const theme of themes) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      const violations = await violationsOn(page, theme === 'light')
      allViolations.push(...violations.map((each) => `${screen.route}, ${state}, ${theme}: ${each}`))
    }
    await leave()
  }
  interception.setState('filled')
  return { checks: plan.length * themes.length, violations: allViolations }
}

// Intercepts the app's GET requests. The state selects the response: unchanged, without records, never sent,
// or a problem.
async function interceptAnswers(page: Page): Promise<{ readonly setState: (state: State) => void }> {
  let current: State = 'filled'
  const pendingRoutes = new Set<Route>()
  const respond = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET' || current === 'filled') return route.fallback()
    if (current === 'loading') {
      pendingRoutes.add(route)
      return undefined
    }
    if (current === 'error') {
      const problem = makeProblem('malformed_request', 'The test has said so.')
      return route.fulfill({
        status: problem.status,
        contentType: PROBLEM_MEDIA_TYPE,
        body: JSON.stringify(problem),
      })
    }
    if (current !== 'empty') return route.fallback()
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    return route.fulfill({ response: answer, json: emptied(await answer.json()) })
  }
  await page.route(/\/api\/(?!changes|presence)/, respond)
  return {
    setState: (state) => {
      current = state
      // The app has left the screen that sent these requests.
      for (const route of pendingRoutes) void route.abort()
      pendingRoutes.clear()
    },
  }
}

// Removes the records from all lists of a response.
const emptied = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return []
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  )
}

// Waits until the screen shows its state. Returns a function that leaves the state.
async function reach(station: Workstation, { route, loadsData }: Screen, state: State) {
  const { page } = station
  const main = page.getByRole('main')
  const loading = main.getByRole('status').filter({ hasText: 'Loading' })
  const nothingToLeave = async () => undefined
  if (state === 'loading' && loadsData) {
    await expect.soft(loading.first(), `${route} says that it loads`).toBeVisible()
    return nothingToLeave
  }
  if (state === 'error' && loadsData) {
    await expect.soft(main.getByRole('alert').first(), `${route} says that it failed`).toBeVisible()
    return nothingToLeave
  }
  // The handheld guide shows its heading in the bar above, not in the main part.
  if (state === 'loading') return nothingToLeave
  await expect.soft(page.getByRole('heading', { level: 1 }).first(), route).toBeVisible()
  await expect.soft(loading, `${route} has loaded`).toHaveCount(0)
  if (state === 'offline') {
    await station.unplug()
    await expect(page.locator('.notice-bar.tone-warning').first()).toBeVisible()
    return () => station.plugIn()
  }
  if (state === 'held error') {
    await station.scanner.scan('%T.NOSUCHCOMMAND')
    await expect(station.heldStrip, route).toBeVisible()
    return async () => {
      await station.hands.press('F9')
      await expect(station.heldStrip).toBeHidden()
    }
  }
  return nothingToLeave
}
