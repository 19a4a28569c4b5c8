import type { Page } from 'playwright/test'
import { makeCertificate } from '#tests/support/certificate.ts'
import { PrintAgent, type PrintAgentOptions } from '#tests/support/print-agent.ts'
import { expectAndRecord } from './support/expect-and-record.ts'
import { formatQuantity } from './support/format-quantity.ts'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// Runs a print agent with one printer on this computer during the work.
const withAgent = async (options: PrintAgentOptions, work: (agent: PrintAgent) => Promise<void>) => {
  const agent = await PrintAgent.start({ printers: ['Dock'], ...options })
  try {
    await work(agent)
  } finally {
    await agent.stop()
  }
}

const recordOf = (agent: PrintAgent, scheme = 'ws') => ({
  PrintServer: `${scheme}://127.0.0.1`,
  Port: String(agent.port),
  PrintLocation: 'Dock',
  PrintFormat: 'PDF' as const,
})

const isPdf = (bytes: Buffer | undefined) => bytes?.subarray(0, 5).toString() === '%PDF-'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

// Opens a shipped issuance and returns its tag number.
const openShipped = async (station: Workstation, warehouse: Warehouse, known?: string): Promise<string> => {
  const [barcode = ''] = known === undefined ? await warehouse.plants(1) : []
  const tag = known ?? (await warehouse.shippedIssuance([{ barcode, quantity: 20 }])).tag
  await station.open()
  await station.signIn('pia.picker')
  await station.beginAtTrim(warehouse.place)
  await station.open(`/Issuance/Grower/${tag}`)
  await expect(station.heading(`Issuance ${tag}`)).toBeVisible()
  await expect(station.page.getByRole('main').getByRole('button', { name: /^Print/ })).toBeVisible()
  return tag
}

// Opens the print dialog by keyboard and waits for its printers.
const openPrintDialog = async (station: Workstation) => {
  await station.hands.press('Control+p')
  await expect(dialog(station.page, 'Print Grower Issuance')).toBeVisible()
  await expect(station.page.getByRole('combobox', { name: 'Printer' })).toHaveValue(/.+/)
  await expect(station.field('Number of Copies')).toBeFocused()
}

test('a grower issuance can be printed after it is shipped', async ({ station, warehouse }) => {
  await withAgent({ dialect: 'late' }, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    const [barcode = ''] = await warehouse.plants(1)
    const tag = await warehouse.issuance([{ barcode, ordered: 20 }])
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan(barcode)
    await expect(station.strip).toContainText(`${barcode}: picked 20 of 20.`)
    await station.hands.press('s')
    await expect(station.strip).toContainText('Issuance SHIPPED')

    await openPrintDialog(station)
    await station.hands.type('2')
    await station.hands.press('Enter')
    await expect(station.strip).toContainText('Submitted 2 copies to printer')
    expect(agent.printed).toMatchObject([{ printer: 'Dock', copies: 2, format: 'PDF' }])
    expect(isPdf(agent.printed[0]?.bytes)).toBe(true)
  })
})

test('Enter before the printers have loaded prints after they have', async ({ station, warehouse }) => {
  await withAgent({}, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await openShipped(station, warehouse)
    await station.page.route(
      (url) => url.pathname.endsWith('/printersetup'),
      async (route) => {
        await released
        await route.continue()
      },
    )
    await station.hands.press('Control+p')
    await expect(station.field('Number of Copies')).toBeFocused()
    await station.hands.press('Enter')
    await expect(dialog(station.page, 'Print Grower Issuance')).toContainText('Printers are loading.')
    expect(agent.printed).toHaveLength(0)
    release()
    await expect(station.strip).toContainText('Submitted 1 copy to printer')
    expect(agent.printed).toMatchObject([{ printer: 'Dock', copies: 1 }])
  })
})

test('prints by scans only', async ({ station, warehouse }) => {
  await withAgent({ dialect: 'early' }, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    await openShipped(station, warehouse)
    await station.scanner.scan('%T.PRINT')
    await expect(dialog(station.page, 'Print Grower Issuance')).toBeVisible()
    await expect(station.page.getByRole('combobox', { name: 'Printer' })).toHaveValue(/.+/)
    await station.scanner.scan('%T.Q.3')
    await expect(station.field('Number of Copies')).toHaveValue('3')
    await station.scanner.scan('%T.YES')
    await expect(station.strip).toContainText('Submitted 3 copies to printer')
    expect(agent.printed).toMatchObject([{ copies: 3 }])
  })
})

test('extra plants of a count are printed as labels', async ({ station, warehouse }) => {
  await withAgent({}, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    const [barcode = ''] = await warehouse.plants(1)
    const { onHand } = await warehouse.stockOf(barcode)
    const { hands, scanner } = station
    await station.open()
    await station.signIn('pia.picker')
    await station.beginAtTrim(warehouse.place)
    await scanner.scan(barcode)
    await expect(station.quantityOf(barcode)).toBeFocused()
    await hands.type(String(onHand + 12))
    await hands.press('Enter')
    await expect(station.question).toContainText(
      `Change Qty from ${formatQuantity(onHand)} to ${formatQuantity(onHand + 12)}`,
    )
    await scanner.scan('%T.R.COUNT')
    await scanner.scan('%T.YES')
    await expect(station.question).toContainText('Print 12 more labels?')
    await hands.press('y')

    await expect(station.heading('Print')).toBeVisible()
    await expect(station.field('Barcode')).toHaveValue(barcode)
    await expect(station.field('Number of labels')).toHaveValue('12')
    await expect(station.field('Number of labels')).toBeFocused()
    // The printer prints the preview.
    const preview = station.page.getByRole('img', { name: `Label of ${barcode}, page 1` })
    await expect(station.page.locator('.print-label-page')).toHaveAttribute('aria-busy', 'false')
    await expect(preview).toBeVisible()
    const hasDarkPixels = await preview.evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {}
      return data?.some((value, index) => index % 4 === 0 && value < 64) ?? false
    })
    expect(hasDarkPixels).toBe(true)

    await hands.press('Enter')
    await expect(station.strip).toContainText('Labels Printed')
    expect(agent.printed.length).toBeGreaterThan(0)
    expect(agent.printed.every(({ bytes }) => isPdf(bytes))).toBe(true)
  })
})

test('a print server is added, tested and removed by keyboard', async ({ station, warehouse }) => {
  await withAgent({}, async (agent) => {
    await warehouse.setPrintServers()
    const { hands, scanner, page } = station
    await station.open()
    await station.signIn('ada.admin')
    await station.beginAtTrim(warehouse.place)
    await hands.press('Control+l')
    await expect(station.text(/There is no print server at CAC yet/)).toBeVisible()
    await scanner.scan('%T.NEW.PRINTER')
    await expect(station.heading('New print server')).toBeVisible()
    await station.typeInto(page.getByRole('textbox', { name: /^Computer/ }), 'ws://127.0.0.1')
    await hands.press('Tab')
    await station.typeInto(page.getByRole('textbox', { name: /^Port/ }), '')
    await hands.press('Control+a')
    await hands.type(String(agent.port))
    await hands.press('Tab')
    await station.typeInto(page.getByRole('textbox', { name: /^Printer/ }), 'Dock')
    await hands.press('Enter')
    await expect(station.strip).toContainText('Print server Dock added')
    await expect(station.line('Dock')).toContainText(`ws://127.0.0.1:${agent.port}`)

    await station.tabTo(station.button('Test print on Dock'))
    await hands.press('Enter')
    await expect(station.strip).toContainText('Submitted 1 copy to printer')
    expect(isPdf(agent.printed[0]?.bytes)).toBe(true)

    await station.tabTo(station.button('Remove Dock'))
    await hands.press('Enter')
    await expect(station.question).toContainText('Remove print server Dock from CAC?')
    await hands.press('y')
    await expect(station.strip).toContainText('Print server Dock removed')
    await expect(station.text(/There is no print server at CAC yet/)).toBeVisible()
    expect(await warehouse.printServers()).toEqual([])
  })
})

test('if the agent is off, the PDF opens in a new tab', async ({ station, warehouse }) => {
  await withAgent({}, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    await openShipped(station, warehouse)
    await agent.stop()
    await openPrintDialog(station)
    await station.hands.press('Enter')
    await expect(station.question).toContainText(
      `The print agent at 127.0.0.1:${agent.port} does not answer.`,
    )
    await expect(station.button('Open the PDF')).toBeFocused()
    const tab = station.page.waitForEvent('popup')
    await station.hands.press('Enter')
    expect((await tab).url()).toMatch(/^blob:/)
    await agent.startAgain()
    expect(agent.received).toEqual([])
  })
})

test('without a print server the PDF opens in a new tab', async ({ station, warehouse }) => {
  await warehouse.setPrintServers()
  await openShipped(station, warehouse)
  await station.hands.press('Control+p')
  await expect(station.page.getByText(/There is no print server at CAC/)).toBeVisible()
  const tab = station.page.waitForEvent('popup')
  await station.hands.press('Enter')
  await expect(station.notice('Printing report in new tab...')).toBeVisible()
  expect((await tab).url()).toMatch(/^blob:/)
})

test('Fault 17: an agent drops its connection after printing: the app asks the person and does not print twice', async ({
  station,
  warehouse,
}) => {
  await withAgent({ dialect: 'early' }, async (agent) => {
    agent.hold()
    await warehouse.setPrintServers(recordOf(agent))
    const tag = await openShipped(station, warehouse)
    await openPrintDialog(station)
    await station.hands.press('Enter')
    const job = await agent.nextJob()
    job.finishSilently()
    await agent.stop()
    await expectAndRecord(station.question, `Did Grower Issuance ${tag} print?`)
    await station.hands.press('y')
    await expect(station.strip).toContainText('Submitted 1 copy to printer')
    expect(agent.printed).toHaveLength(1)
  })
})

test('a page closed in the middle of 25 labels: the next page asks about the uncertain labels and prints the rest', async ({
  station,
  warehouse,
}) => {
  await withAgent({}, async (agent) => {
    agent.hold()
    await warehouse.setPrintServers(recordOf(agent))
    const [barcode = ''] = await warehouse.plants(1)
    await station.begin('pia.picker', warehouse.place)
    await station.open(`/Print/?barcode=${barcode}&count=25`)
    for (const name of ['Printer', 'Label'])
      await expect(station.page.getByRole('combobox', { name, exact: true })).toHaveValue(/.+/)
    await expect(station.field('Number of labels')).toBeFocused()
    await station.hands.press('Enter')
    ;(await agent.nextJob()).finish()
    const lost = await agent.nextJob()
    await expect(station.page.getByRole('link', { name: 'Print, 10 of 25 printed' })).toBeVisible()
    const browser = station.page.context()
    await station.page.close()
    lost.finishSilently()

    const next = await Workstation.at(await browser.newPage(), warehouse.url)
    await next.open('/Print/')
    await expectAndRecord(next.question, `Did labels 11 to 20 of ${barcode} print?`)
    await next.hands.press('y')
    ;(await agent.nextJob()).finish()
    await expect(next.strip).toContainText('Labels Printed')
    expect(agent.printed).toHaveLength(3)
    await expect(next.page.getByRole('article', { name: `25 labels of ${barcode}` })).toContainText('Printed')
  })
})

test('an agent with a certificate: explains how to trust an untrusted one, and prints with a trusted one', async ({
  station,
  warehouse,
  browser,
}) => {
  await withAgent({ certificate: makeCertificate() }, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent, 'wss'))
    const tag = await openShipped(station, warehouse)
    await openPrintDialog(station)
    await station.hands.press('Enter')
    await expect(station.question).toContainText('this browser does not trust its certificate yet')
    await expect(station.page.getByRole('link', { name: 'Open the page of the agent' })).toHaveAttribute(
      'href',
      `https://127.0.0.1:${agent.port}/`,
    )
    await station.hands.press('Escape')
    expect(agent.received).toEqual([])

    const trusting = await browser.newContext({ ignoreHTTPSErrors: true })
    try {
      const trustedStation = await Workstation.at(await trusting.newPage(), warehouse.url)
      await openShipped(trustedStation, warehouse, tag)
      await openPrintDialog(trustedStation)
      await trustedStation.hands.press('Enter')
      await expect(trustedStation.strip).toContainText('Submitted 1 copy to printer')
      expect(agent.printed).toHaveLength(1)
    } finally {
      await trusting.close()
    }
  })
})

test('the command sheet can be printed from any screen', async ({ station, warehouse }) => {
  await withAgent({}, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    await station.open()
    await station.signIn('pia.picker')
    await station.beginAtTrim(warehouse.place)
    await station.runByPalette('command sheet')
    await expect(dialog(station.page, 'Print Command sheet')).toBeVisible()
    await expect(station.page.getByRole('combobox', { name: 'Printer' })).toHaveValue(/.+/)
    await station.hands.press('Enter')
    await expect(station.strip).toContainText('Submitted 1 copy to printer')
    expect(isPdf(agent.printed[0]?.bytes)).toBe(true)
  })
})
