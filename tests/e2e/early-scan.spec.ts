import { expect, test } from './support/test.ts'

test('a scan before the app has loaded is picked once, after it has loaded', async ({
  station,
  warehouse,
}) => {
  const { page } = station
  const [first = '', second = ''] = await warehouse.plants(2)
  const tag = await warehouse.issuance([first, second].map((barcode) => ({ barcode, ordered: 20 })))
  await station.begin('pia.picker', warehouse.place)
  await station.openIssuance(tag)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/packages-*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.waitForFunction(() => 'earlyKeys' in window)
  await station.scanner.scan(first, second)
  await expect(page.getByRole('heading')).toHaveCount(0)
  release()
  await expect(station.text('2 of 2 lines')).toBeVisible()
  await expect(station.strip).toContainText(`${second}: picked 20 of 20.`)
  const picked = [first, second].map((barcode) => `${barcode} PICKED 20/20`).toSorted()
  await expect.poll(async () => (await warehouse.summaryOf(tag)).lines).toEqual(picked)
  await page.unroute('**/assets/packages-*.js')
  await page.reload()
  await expect(station.text('2 of 2 lines')).toBeVisible()
})
