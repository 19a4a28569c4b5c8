/**
 * Visits every screen of a device: expects at most one primary action, and checks that dialogs restore the
 * focus.
 */
import { expect } from 'playwright/test'
import type { Device } from './axe-matrix.ts'
import { checkDialogFocus } from './focus.ts'
import { pathOf, prepareDocuments, screens } from './screens-of-routes.ts'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

/** What opens over a screen; `command` runs a command in the palette, which closes the palette. */
export type Opened = 'help' | 'palette' | 'command'

/**
 * Signs in sam.super, who may open every screen, and opens the given dialogs on each.
 *
 * @param openedOn what to open on the screen with this number, from 0 on
 */
export async function checkFocusOnScreens(
  station: Workstation,
  warehouse: Warehouse,
  openedOn: (index: number) => readonly Opened[],
): Promise<void> {
  const { page, hands } = station
  const dialogKeys: Readonly<Record<Opened, readonly [open: string, close: () => Promise<void>]>> = {
    help: ['F1', () => hands.press('Escape')],
    palette: ['Control+k', () => hands.press('Escape')],
    command: [
      'Control+k',
      async () => {
        await hands.type('switch theme')
        await hands.press('Enter')
      },
    ],
  }
  const given = await prepareDocuments(warehouse)
  await station.storePlace(warehouse.place)
  await station.open('/Dashboard/')
  await station.enterUserName('sam.super')
  await expect(station.strip).toBeVisible({ timeout: 60_000 })
  for (const [index, screen] of screens.entries()) {
    const { route } = screen
    await station.goTo(pathOf(screen, given))
    await expect(page.getByRole('heading', { level: 1 }).first(), route).toBeVisible()
    await expect(page.getByRole('main').getByRole('status').filter({ hasText: 'Loading' })).toHaveCount(0)
    // At most one primary action per screen: the next step.
    const primary = page.locator('.button.primary:not([aria-disabled="true"])').filter({ visible: true })
    expect.soft((await primary.allTextContents()).slice(1), `${route}: more than one primary`).toEqual([])
    for (const opened of openedOn(index)) {
      const [open, close] = dialogKeys[opened]
      await checkDialogFocus(station, `${route}: ${opened}`, () => hands.press(open), close)
    }
  }
}

/**
 * One dialog per screen, alternating differently on each device, so each screen is checked with help and
 * palette.
 * Running a command is slow and restores the focus as Escape does: only every eighth screen of a terminal.
 */
export function alternateDialogs(device: Device, index: number): readonly Opened[] {
  const isHelp = (index % 2 === 0) === (device === 'terminal')
  if (isHelp) return ['help']
  return device === 'terminal' && index % 8 === 1 ? ['command'] : ['palette']
}
