import type { Page } from 'playwright/test'
import { makeCertificate } from '#tests/support/certificate.ts'
import { PrintAgent, type PrintAgentOptions } from '#tests/support/print-agent.ts'
import { reads } from './support/reads.ts'
import { sayNumber } from './support/say-number.ts'
import { expect, test } from './support/test.ts'
import type { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

// An agent on this computer with one printer, for as long as the work takes.
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

// A shipped issuance on the screen, and its tag number.
const showShipped = async (station: Workstation, warehouse: Warehouse, known?: string): Promise<string> => {
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

// Opens the dialog from the keyboard and waits until its printers are there.
const askToPrint = async (station: Workstation) => {
  await station.hands.press('Control+p')
  await expect(dialog(station.page, 'Print Grower Issuance')).toBeVisible()
  await expect(station.page.getByRole('combobox', { name: 'Printer' })).toHaveValue(/.+/)
  await expect(station.field('Number of Copies')).toBeFocused()
}

test('a grower issuance is printed once it is shipped', async ({ station, warehouse }) => {
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

    await askToPrint(station)
    await station.hands.type('2')
    await station.hands.press('Enter')
    await expect(station.strip).toContainText('Submitted 2 copies to printer')
    expect(agent.printed).toMatchObject([{ printer: 'Dock', copies: 2, format: 'PDF' }])
    expect(isPdf(agent.printed[0]?.bytes)).toBe(true)
  })
})

test('Enter before the printers are there prints once they are', async ({ station, warehouse }) => {
  await withAgent({}, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    await showShipped(station, warehouse)
    await station.page.route(
      (url) => url.pathname.endsWith('/printersetup'),
      async (route) => {
        await held
        await route.continue()
      },
    )
    await station.hands.press('Control+p')
    await expect(station.field('Number of Copies')).toBeFocused()
    await station.hands.press('Enter')
    await expect(dialog(station.page, 'Print Grower Issuance')).toContainText('Printers are loading.')
    expect(agent.printed).toHaveLength(0)
    letGo()
    await expect(station.strip).toContainText('Submitted 1 copy to printer')
    expect(agent.printed).toMatchObject([{ printer: 'Dock', copies: 1 }])
  })
})

test('the same by scans alone', async ({ station, warehouse }) => {
  await withAgent({ dialect: 'early' }, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    await showShipped(station, warehouse)
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

test('a count found more is printed as labels', async ({ station, warehouse }) => {
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
      `Change Qty from ${sayNumber(onHand)} to ${sayNumber(onHand + 12)}`,
    )
    await scanner.scan('%T.R.COUNT')
    await scanner.scan('%T.YES')
    await expect(station.question).toContainText('Do you want to print extra 12 labels')
    await hands.press('y')

    await expect(station.heading('Print')).toBeVisible()
    await expect(station.field('Barcode')).toHaveValue(barcode)
    await expect(station.field('Number of labels')).toHaveValue('12')
    await expect(station.field('Number of labels')).toBeFocused()
    // What comes out of the printer is what is shown.
    const preview = station.page.getByRole('img', { name: `Label of ${barcode}, page 1` })
    await expect(station.page.locator('.print-label-page')).toHaveAttribute('aria-busy', 'false')
    await expect(preview).toBeVisible()
    const dark = await preview.evaluate((canvas) => {
      const { width, height } = canvas as HTMLCanvasElement
      const { data } = (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(0, 0, width, height) ?? {}
      return data?.some((value, at) => at % 4 === 0 && value < 64) ?? false
    })
    expect(dark).toBe(true)

    await hands.press('Enter')
    await expect(station.strip).toContainText('Labels Printed')
    expect(agent.printed.length).toBeGreaterThan(0)
    expect(agent.printed.every(({ bytes }) => isPdf(bytes))).toBe(true)
  })
})

test('a print server is added, tried and removed by keyboard', async ({ station, warehouse }) => {
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

test('an agent that is off leads to the PDF in a new tab', async ({ station, warehouse }) => {
  await withAgent({}, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent))
    await showShipped(station, warehouse)
    await agent.stop()
    await askToPrint(station)
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
  await showShipped(station, warehouse)
  await station.hands.press('Control+p')
  await expect(station.page.getByText(/There is no print server at CAC/)).toBeVisible()
  const tab = station.page.waitForEvent('popup')
  await station.hands.press('Enter')
  await expect(station.notice('Printing report in new tab...')).toBeVisible()
  expect((await tab).url()).toMatch(/^blob:/)
})

test('Fault 17: an agent drops its connection once it has printed: it is asked, and not printed twice', async ({
  station,
  warehouse,
}) => {
  await withAgent({ dialect: 'early' }, async (agent) => {
    agent.hold()
    await warehouse.setPrintServers(recordOf(agent))
    const tag = await showShipped(station, warehouse)
    await askToPrint(station)
    await station.hands.press('Enter')
    const job = await agent.nextJob()
    job.finishSilently()
    await agent.stop()
    await reads(station.question, `Did Grower Issuance ${tag} come out?`)
    await station.hands.press('y')
    await expect(station.strip).toContainText('Submitted 1 copy to printer')
    expect(agent.printed).toHaveLength(1)
  })
})

test('a page that is closed in the middle of 25 labels: the next one asks about those in doubt, and prints the rest', async ({
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
    await reads(next.question, `Did labels 11 to 20 of ${barcode} come out?`)
    await next.hands.press('y')
    ;(await agent.nextJob()).finish()
    await expect(next.strip).toContainText('Labels Printed')
    expect(agent.printed).toHaveLength(3)
    await expect(next.page.getByRole('article', { name: `25 labels of ${barcode}` })).toContainText('Printed')
  })
})

test('an agent behind a certificate: one that is not trusted says how to trust it, one that is prints', async ({
  station,
  warehouse,
  browser,
}) => {
  await withAgent({ certificate: makeCertificate() }, async (agent) => {
    await warehouse.setPrintServers(recordOf(agent, 'wss'))
    const tag = await showShipped(station, warehouse)
    await askToPrint(station)
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
      const there = await Workstation.at(await trusting.newPage(), warehouse.url)
      await showShipped(there, warehouse, tag)
      await askToPrint(there)
      await there.hands.press('Enter')
      await expect(there.strip).toContainText('Submitted 1 copy to printer')
      expect(agent.printed).toHaveLength(1)
    } finally {
      await trusting.close()
    }
  })
})

test('the command sheet is printed from anywhere', async ({ station, warehouse }) => {
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
