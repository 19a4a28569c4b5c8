import type { Page } from 'playwright/test'
import { findEnglish } from './support/english.ts'
import { expect, test } from './support/test.ts'

// A browser with Spanish as first language, and no language chosen in the app.
test.use({ locale: 'es-MX' })

const spanishScreen = (page: Page) => ({
  heading: (name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true }),
  strip: page.locator('section[aria-label="Último escaneo"]'),
  expectNoEnglish: async (name: string) => expect.soft(await findEnglish(page), name).toEqual([]),
})

test('an issuance in Spanish from the first page to shipped plants, and the switch to English', async ({
  station,
  warehouse,
}) => {
  const { page, hands, scanner } = station
  const { heading, strip, expectNoEnglish } = spanishScreen(page)
  const [first = '', second = ''] = await warehouse.plants(2)
  const [third = ''] = await warehouse.plants(1, { unordered: true })
  const grower = await warehouse.grower()

  await station.open()
  await expect(station.button('Iniciar sesión')).toBeFocused()
  await expect(page.locator('html[lang="es-MX"]')).toBeAttached()
  await expectNoEnglish('start')
  await hands.press('Enter')
  await expect(page.getByRole('heading', { name: 'Iniciar sesión en Trimline' })).toBeVisible()
  await station.typeInto(station.field('Usuario'), 'pia.picker')
  await hands.press('Enter')
  await expect(heading('Almacén y temporada')).toBeVisible()
  await expectNoEnglish('setup')
  await station.tabTo(page.getByRole('combobox', { name: /^Almacén/ }))
  await hands.type(warehouse.place.location)
  const season = page.getByRole('radio', { name: warehouse.place.season.TrimSeason })
  await season.check()
  await season.press('Enter')
  await expect(heading('Ajustar existencias')).toBeVisible()
  await expect(strip).toContainText('Listo para escanear')
  await expectNoEnglish('trim')

  await hands.press('i')
  await expect(heading('Entregas')).toBeVisible()
  await expect(station.documentRows.first()).toBeVisible()
  await expectNoEnglish('list')
  await hands.press('n')
  await expect(heading('Nueva entrega')).toBeVisible()
  await expectNoEnglish('header')
  await station.tabTo(page.getByRole('radio', { name: 'Productor' }))
  await hands.press('Space')
  await station.tabTo(page.getByRole('combobox', { name: /^Destino/ }))
  await station.chooseGrower(grower.name)
  await scanner.scan('%T.HEADER.SAVE')
  await expect(heading(/^Entrega \d+$/)).toBeVisible()
  const { tag } = station
  await scanner.scan('%T.Q.40', first, '%T.Q.25', second)
  await expect(strip).toContainText(`${second}: reservado 25.`)
  await expectNoEnglish('editor')

  await hands.press('v')
  await expect(station.text('0 de 2 líneas')).toBeVisible()
  await scanner.scan(first)
  await expect(strip).toContainText(`${first}: surtido 40 de 40.`)
  await expect(page.getByRole('main')).toContainText('40')
  await expectNoEnglish('detail')
  await scanner.scan(third)
  await expect(strip).toContainText(`${third} no está en ${tag}.`)
  await expectNoEnglish('refused')
  await hands.press('y')
  await expect(page.getByRole('dialog', { name: '¿Por qué no?' })).toBeVisible()
  await expectNoEnglish('why')
  await hands.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await hands.press('F9')
  await expect(station.heldStrip).toBeHidden()
  await hands.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Comandos' })).toBeVisible()
  await expectNoEnglish('palette')
  await hands.press('Escape')
  await scanner.scan('%T.SHIP')
  await expect(page.getByRole('dialog', { name: 'Antes de embarcar' })).toBeVisible()
  await expectNoEnglish('left')
  await scanner.scan('%T.NO', second, '%T.SHIP')
  await expect(strip).toContainText('Entrega EMBARCADA: 65 plantas, 2 líneas.')
  await expectNoEnglish('shipped')
  await scanner.scan('%T.WORKSTATION')
  await expect(heading('Estación')).toBeVisible()
  await expectNoEnglish('workstation')
  expect(await warehouse.summaryOf(tag)).toEqual({
    status: 'SHIPPED',
    lines: [`${first} SHIPPED 40/40`, `${second} SHIPPED 25/25`],
  })

  await hands.press('Control+k')
  await hands.type('english')
  await hands.press('Enter')
  await expect(station.heading('Workstation')).toBeVisible()
  await expect(page.locator('html[lang="en"]')).toBeAttached()
})
