/** A walk past every screen of this version, with something to see on each. */
import { expect } from 'playwright/test'
import type { Warehouse } from './warehouse.ts'
import type { Workstation } from './workstation.ts'

/** Called at each stop with the name of what is on the screen; nothing moves meanwhile. */
export type Look = (name: string) => Promise<void>

/** From the start to a shipped issuance, with its questions, sheets and errors on the way. */
export async function tour(station: Workstation, warehouse: Warehouse, look: Look): Promise<void> {
  const { hands, scanner } = station
  const [first = '', second = '', third = '', fourth = ''] = await warehouse.plants(4)
  const grower = await warehouse.grower()

  await station.open()
  await expect(station.button('Sign in')).toBeFocused()
  await look('start')
  await hands.press('Enter')
  await expect(station.field('User name')).toBeFocused()
  await look('sign-in')
  await station.tellName('pia.picker')
  await expect(station.heading('Setup')).toBeVisible()
  await look('setup')
  await station.beginAtTrim(warehouse.place)
  await look('trim')
  await hands.press('i')
  await expect(station.heading('Issuance')).toBeVisible()
  await expect(station.page.getByRole('article').first()).toBeVisible()
  await look('list')

  await hands.press('n')
  await expect(station.heading('New issuance')).toBeVisible()
  await look('header-empty')
  await station.chooseDestination('Grower', grower.name)
  await look('header-filled')
  await scanner.scan('%T.HEADER.SAVE')
  await expect(station.heading(/^Issuance \d+$/)).toBeVisible()
  await look('editor-empty')
  const { tag } = station

  for (const barcode of [first, second, third]) {
    await scanner.scan('%T.Q.40', barcode)
    await expect(station.strip).toContainText(`${barcode}: ordered 40.`)
  }
  await scanner.scan(fourth)
  await expect(station.quantityOf(fourth)).toBeFocused()
  await look('editor-lines')
  await hands.press('Enter')
  await expect(station.question).toBeVisible()
  await look('question-zero')
  await hands.press('d')
  await expect(station.question).toBeHidden()
  await scanner.scan('%T.FIND')
  await station.tabTo(station.button(/^Search/))
  await hands.press('Enter')
  await expect(station.text(/\d+ found/)).toBeVisible()
  await look('editor-search')

  await scanner.scan('%T.DETAIL')
  await expect(station.text('0 of 3 lines')).toBeVisible()
  await scanner.scan(first)
  await expect(station.strip).toContainText(`${first}: picked 40 of 40.`)
  await look('detail')
  await scanner.scan(fourth)
  await expect(station.strip).toContainText(`${fourth} is not on ${tag}.`)
  await look('detail-error')
  await hands.press('y')
  await expect(station.sheet('Why not?')).toBeVisible()
  await look('why-not')
  // The first step is the one that goes on.
  await hands.press('1')
  await expect(station.sheet('Why not?')).toBeHidden()
  await hands.press('Control+k')
  await expect(station.sheet('Commands')).toBeVisible()
  await look('palette')
  await hands.press('Escape')
  await expect(station.sheet('Commands')).toBeHidden()
  await hands.press('?')
  await expect(station.sheet('Keys and scans')).toBeVisible()
  await look('help')
  await hands.press('Escape')
  await expect(station.sheet('Keys and scans')).toBeHidden()
  await scanner.scan('%T.CANCEL')
  await expect(station.question).toBeVisible()
  await look('question-cancel')
  await hands.press('n')
  await expect(station.question).toBeHidden()
  await scanner.scan(second, third, '%T.SHIP')
  await expect(station.notice('Issuance SHIPPED')).toBeVisible()
  await look('detail-shipped')

  await scanner.scan('%T.LOG')
  await expect(station.heading('Scan log')).toBeVisible()
  await look('scan-log')
  await scanner.scan('%T.WORKSTATION')
  await expect(station.heading('Workstation')).toBeVisible()
  await look('workstation')
  await scanner.scan('%T.SHEET')
  await expect(station.heading('Command sheet')).toBeVisible()
  await expect(station.page.getByRole('heading', { name: 'Reasons for dumps' })).toBeVisible()
  await look('command-sheet')
  await scanner.scan('%T.HEALTH')
  await expect(station.heading('Health check')).toBeVisible()
  await look('health')
  await station.open('/Nowhere/')
  await expect(station.heading('Page not found')).toBeVisible()
  await look('not-found')
}
