import { chromiumArguments } from '#tests/support/chromium.mjs'
import { filmCode } from './support/camera-picture.ts'
import { expect, test } from './support/test.ts'

// The barcode in front of the browser's fake camera.
const code = 'F123456789'

test.use({
  permissions: ['camera'],
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      args: [
        ...chromiumArguments,
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${filmCode(code)}`,
      ],
    }),
})

test.describe('the camera', () => {
  test('reads a code in its picture once, and closing stops it', async ({ station, warehouse }) => {
    const { page } = station
    await page.addInitScript(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      mediaDevices.getUserMedia = async (wanted) => {
        const stream = await open(wanted)
        Object.assign(window, { camera: stream })
        return stream
      }
    })
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('scanner setup')
    await expect(station.heading('Scanner setup')).toBeVisible()
    await station.runByPalette('scan with the camera')
    const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
    await expect(dialog.getByText(`Read: ${code}`)).toBeVisible()
    await expect(station.strip).toContainText(`Read: ${code}`)

    // The code stays in the picture: any duration counts as one scan.
    const playbackTime = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
    const start = await playbackTime()
    await expect.poll(playbackTime).toBeGreaterThan(start + 2)
    await station.hands.press('Escape')
    await expect(dialog).toBeHidden()
    const states = () =>
      page.evaluate(() =>
        (window as unknown as { camera: MediaStream }).camera.getTracks().map(({ readyState }) => readyState),
      )
    await expect.poll(states).toEqual(['ended'])
    await station.hands.press('h')
    await expect(station.heading('Scan log')).toBeVisible()
    await expect(page.getByRole('main').getByText(code, { exact: true })).toHaveCount(1)
  })

  test('reports that the permission was denied, and tries again', async ({ station, warehouse }) => {
    const { page } = station
    // The person denies the permission the first time and grants it the second.
    await page.addInitScript(() => {
      const { mediaDevices } = navigator
      const open = mediaDevices.getUserMedia.bind(mediaDevices)
      let requestCount = 0
      mediaDevices.getUserMedia = async (wanted) => {
        requestCount += 1
        if (requestCount === 1) throw new DOMException('Permission denied', 'NotAllowedError')
        return open(wanted)
      }
    })
    await station.begin('pia.picker', warehouse.place)
    await station.runByPalette('scan with the camera')
    const dialog = page.getByRole('dialog', { name: 'Scan with the camera' })
    await expect(dialog.getByText('The browser may not use the device.')).toBeVisible()
    await station.tabTo(dialog.getByRole('button', { name: 'Try again' }))
    await station.hands.press('Enter')
    await expect(dialog.getByText(`Read: ${code}`)).toBeVisible()
  })
})
