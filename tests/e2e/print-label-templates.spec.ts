import { templateFile } from '#tests/support/template-file.ts'
import { expect, test } from './support/test.ts'

const file = (name: string, text: string) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(text),
})

test('a label template is rendered and read back before it is saved, and can be the default of a location', async ({
  station,
  warehouse,
}) => {
  const { page, hands, strip } = station
  await station.open()
  await station.signIn('ada.admin')
  await station.beginAtTrim(warehouse.place)
  await station.goTo('/Maintenance/Labels/')
  await expect(station.heading('Label templates')).toBeVisible()

  // No scanner can read these bars: the screen shows the reason, and Save repeats it.
  const chosen = page.getByLabel(/^Template file/)
  const barcode = { type: 'barcode', x: 1, y: 5, width: 30, height: 12 }
  await chosen.setInputFiles(file('thin.json', templateFile('e2e-bench', { elements: [barcode] })))
  const readings = page.getByRole('figure')
  await expect(readings).toContainText('At 203 dpi the bars are too thin to be read')
  await hands.press('Control+Enter')
  await expect(strip).toContainText('the bars are too thin to be read')

  // The new file's picture replaces the old one; keys work after it is rendered.
  await chosen.setInputFiles(file('bench.json', templateFile('e2e-bench')))
  await expect(readings).not.toContainText('the bars are too thin to be read')
  const picture = page.getByRole('img', { name: /^A label of Label e2e-bench with the barcode / })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(480)
  await hands.press('Control+Enter')
  await expect(strip).toContainText('Label e2e-bench was saved. It can be chosen for labels now.')

  const defaultTemplate = page.getByRole('combobox', { name: /^ORW/ })
  await station.chooseOption(defaultTemplate, 'Label e2e-bench')
  await expect(station.strip).toContainText('ORW prints on Label e2e-bench now.')
  await station.button('Remove Label e2e-bench').click()
  await expect(station.question).toContainText('Remove Label e2e-bench?')
  await hands.press('y')
  await expect(station.strip).toContainText('Label e2e-bench was removed.')
  await expect(defaultTemplate).toHaveValue(/^Standard: /)
})
