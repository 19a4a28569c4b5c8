/**
 * Screens in each of their states, in each theme, read by axe: one page for many of them, and no reload
 * between two.
 */
import { type Browser, expect, type Page, type Route } from 'playwright/test'
import { makeProblem, PROBLEM_MEDIA_TYPE } from '#core/wire/problem.ts'
import { violationsOn } from './axe.ts'
import { type Given, pathOf, type Screen } from './screens-of-routes.ts'
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

/** What axe has found against the guidelines' levels A and AA, a text each; how many times it has looked. */
export interface Findings {
  readonly looks: number
  readonly found: readonly string[]
}

/** Signs in on a device of its own, at the dashboard, as somebody who may open everything. */
export async function signInOn(browser: Browser, device: Device, warehouse: Warehouse): Promise<Workstation> {
  const context = await browser.newContext({
    ...devices[device],
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  })
  const station = await Workstation.at(await context.newPage(), warehouse.url)
  await station.isSetUp(warehouse.place)
  await station.open('/Dashboard/')
  await station.tellName('sam.super')
  await expect(station.strip).toBeVisible({ timeout: 60_000 })
  return station
}

/** Opens each of these screens in its state and has axe read it in the three themes. */
export async function readByAxe(
  station: Workstation,
  given: Given,
  plan: readonly { readonly screen: Screen; readonly state: State }[],
): Promise<Findings> {
  const { page } = station
  const found: string[] = []
  const answers = await interceptAnswers(page)
  for (const { screen, state } of plan) {
    answers.are(state)
    await station.goTo(pathOf(screen, given))
    const leave = await reach(station, screen, state)
    for (const theme of themes) {
      await page.evaluate((name) => {
        document.documentElement.dataset['theme'] = name
      }, theme)
      const violations = await violationsOn(page, theme === 'light')
      found.push(...violations.map((each) => `${screen.route}, ${state}, ${theme}: ${each}`))
    }
    await leave()
  }
  answers.are('filled')
  return { looks: plan.length * themes.length, found }
}

// Whatever the app reads is answered as it is, without a record, late for ever, or not.
async function interceptAnswers(page: Page): Promise<{ readonly are: (state: State) => void }> {
  let now: State = 'filled'
  const late = new Set<Route>()
  const answerOf = async (route: Route): Promise<void> => {
    if (route.request().method() !== 'GET' || now === 'filled') return route.fallback()
    if (now === 'loading') {
      late.add(route)
      return undefined
    }
    if (now === 'error') {
      const problem = makeProblem('malformed_request', 'The test has said so.')
      return route.fulfill({
        status: problem.status,
        contentType: PROBLEM_MEDIA_TYPE,
        body: JSON.stringify(problem),
      })
    }
    if (now !== 'empty') return route.fallback()
    const answer = await route.fetch()
    if (!answer.ok()) return route.fulfill({ response: answer })
    return route.fulfill({ response: answer, json: emptied(await answer.json()) })
  }
  await page.route(/\/api\/(?!changes|presence)/, answerOf)
  return {
    are: (state) => {
      now = state
      // Nobody waits for them any more.
      for (const route of late) void route.abort()
      late.clear()
    },
  }
}

// An answer with no records in its lists.
const emptied = (answer: unknown): unknown => {
  if (Array.isArray(answer)) return []
  if (typeof answer !== 'object' || answer === null) return answer
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
  )
}

// Waits until the screen shows its state; answers the way out of it.
async function reach(station: Workstation, { route, asks }: Screen, state: State) {
  const { page } = station
  const main = page.getByRole('main')
  const loading = main.getByRole('status').filter({ hasText: 'Loading' })
  const stay = async () => undefined
  if (state === 'loading' && asks) {
    await expect.soft(loading.first(), `${route} says that it loads`).toBeVisible()
    return stay
  }
  if (state === 'error' && asks) {
    await expect.soft(main.getByRole('alert').first(), `${route} says that it failed`).toBeVisible()
    return stay
  }
  // The guide of a handheld has its heading in the bar above.
  if (state === 'loading') return stay
  await expect.soft(page.getByRole('heading', { level: 1 }).first(), route).toBeVisible()
  await expect.soft(loading, `${route} has loaded`).toHaveCount(0)
  if (state === 'offline') {
    await station.unplug()
    await expect(page.locator('.notice-bar.warning').first()).toBeVisible()
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
  return stay
}
