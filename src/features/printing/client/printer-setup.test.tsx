// Tests print server setup: editing with the additional fields, the agent's printers, advice after a test
// print, and default printers.
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { chooseOption, readOptions } from '#tests/support/choose-option.ts'
import { type ContractServer, problemAnswer } from '#tests/support/contract-server.ts'
import { type OpenOptions, openScreens, result } from '#tests/support/document-screens.tsx'
import {
  PDF,
  type PrintDesk,
  recordOf,
  startAgent,
  startPrintDesk,
  testAgentOptions,
} from '#tests/support/print-desk.ts'

type Values = Record<string, unknown>

let desk: PrintDesk
let server: ContractServer
let printers: Values[]
let proposals: Values[]
const sent: Values[] = []
beforeEach(async () => {
  desk = await startPrintDesk()
  server = desk.server
  printers = []
  proposals = []
  sent.length = 0
  server.answer('GET printersetup', () => ({ Printers: printers, Proposals: proposals }))
  server.answer('POST printersetup/:id', ({ path, body }) => {
    const saved = body as Values
    sent.push(saved)
    if (path === 'printersetup/proposals') proposals = [saved]
    else printers = [{ ID: saved.ID ?? '1', Dpi: saved.Dpi, Rotation: saved.Rotation, Stock: saved.Stock }]
    return { Message: 'Processed successfully' }
  })
  server.answer('GET printservers/:id', () => ({ FileData: PDF, Format: 'PDF' }))
})

const open = (path: string, options: OpenOptions = {}) =>
  openScreens(server.base, path, {
    admin: true,
    extensions: ['printing', 'printers'],
    printing: testAgentOptions,
    ...options,
  })
const roll = { ID: '1', Dpi: null, Rotation: 0, Stock: 'roll' }

describe('a print server', () => {
  it('is edited in place with its stock, density and rotation', async () => {
    desk.printers(recordOf(12_212))
    printers = [roll]
    const { user, says, address } = open('/Print/')
    await user.click(await screen.findByRole('button', { name: 'Change Dock' }))
    expect(await screen.findByRole('heading', { name: 'Print server Dock' })).toBeVisible()
    expect(screen.getByRole('combobox', { name: /^Loaded with/ })).toHaveDisplayValue('Labels: Roll')
    await chooseOption(user, screen.getByRole('combobox', { name: /^Resolution/ }), '300')
    await chooseOption(user, screen.getByRole('combobox', { name: /^Turn labels by/ }), '90°')
    await user.clear(screen.getByRole('textbox', { name: /^Printer/ }))
    await user.type(screen.getByRole('textbox', { name: /^Printer/ }), 'Dock 2{Enter}')
    await waitFor(() => expect(address()).toBe('/Print/'))
    await says('Print server Dock 2 saved')
    expect(sent).toEqual([
      expect.objectContaining({
        ID: '1',
        PrintLocation: 'Dock 2',
        PrinterLocation: 'WAT',
        Dpi: 300,
        Rotation: 90,
        Stock: 'roll',
      }),
    ])
  })

  it('for ZPL can be rotated by 180° only, whatever was chosen before', async () => {
    desk.printers(recordOf(12_212))
    printers = [{ ...roll, Rotation: 90 }]
    const { user } = open('/Print/New/?id=1')
    await chooseOption(user, await screen.findByRole('combobox', { name: /^Format/ }), /^ZPL/)
    const turn = screen.getByRole('combobox', { name: /^Turn labels by/ })
    expect(await readOptions(user, turn)).toEqual(['0°', '180°'])
    await user.click(screen.getByRole('button', { name: /^Save/ }))
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent[0]).toMatchObject({ PrintFormat: 'ZPL', Rotation: 0 })
  })

  it('on paper has no density field', async () => {
    desk.printers(recordOf(12_212))
    open('/Print/New/?id=1')
    expect(await screen.findByRole('combobox', { name: /^Loaded with/ })).toHaveDisplayValue('Paper')
    expect(screen.queryByRole('combobox', { name: /^Resolution/ })).toBeNull()
  })

  it('removed by another user is reported as missing', async () => {
    desk.printers()
    open('/Print/New/?id=1')
    expect(await screen.findByText('This print server is not there any more.')).toBeVisible()
  })

  it('of a server without printer extension is saved by the specification call, without additional fields', async () => {
    desk.printers(recordOf(12_212, { CreatedBy: 'ada', LastChangedBy: 'ada' }))
    const saved: unknown[] = []
    server.answer('POST printservers', ({ body }) => {
      saved.push(body)
      return { Message: 'Print server processed successfully' }
    })
    const { user, address } = open('/Print/New/?id=1', { extensions: ['details'] })
    await user.type(await screen.findByRole('textbox', { name: /^Printer/ }), '2{Enter}')
    await waitFor(() => expect(address()).toBe('/Print/'))
    expect(Object.keys(saved[0] as Values).toSorted()).toEqual([
      'CreatedBy',
      'CreatedDateTime',
      'ID',
      'LastChangedBy',
      'LastChangedDateTime',
      'Port',
      'PrintFormat',
      'PrintLocation',
      'PrintServer',
      'PrinterLocation',
    ])
    expect(saved[0]).toMatchObject({ PrintLocation: 'Dock2', CreatedBy: 'ada' })
    expect(server.asked.filter(({ path }) => path.startsWith('printersetup'))).toEqual([])
  })
})

describe('the printers of an agent', () => {
  it('are offered for choice, with the state of the agent', async () => {
    const agent = await startAgent({ printers: ['Dock', 'Zebra'], unnamed: ['HP 4000'] })
    desk.printers()
    const { user } = open('/Print/New/')
    expect(await screen.findByRole('button', { name: /^Ask the agent/ })).toHaveAttribute(
      'aria-disabled',
      'true',
    )
    await user.type(screen.getByRole('textbox', { name: /^Computer/ }), 'ws://127.0.0.1')
    await user.clear(screen.getByRole('textbox', { name: /^Port/ }))
    await user.type(screen.getByRole('textbox', { name: /^Port/ }), String(agent.port))
    await user.click(screen.getByRole('button', { name: /^Ask the agent/ }))
    expect(
      await screen.findByText(`The agent at 127.0.0.1:${agent.port} answers. It has 2 printers.`),
    ).toBeVisible()
    expect(screen.getByText(/without a name in the agent.*HP 4000/)).toBeVisible()
    await chooseOption(user, screen.getByRole('combobox', { name: /^Printers of the agent/ }), 'Zebra')
    expect(screen.getByRole('textbox', { name: /^Printer/ })).toHaveValue('Zebra')
    // Another address belongs to another agent.
    await user.type(screen.getByRole('textbox', { name: /^Port/ }), '{Backspace}')
    expect(screen.queryByRole('combobox', { name: /^Printers of the agent/ })).toBeNull()
  })
})

describe('after a test print', () => {
  it('turns a label that came out too small by a button, and tests again', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    printers = [roll]
    const { user } = open('/Print/')
    await user.click(await screen.findByRole('button', { name: 'Test print on Dock' }))
    await user.click(await screen.findByRole('button', { name: 'Too small' }))
    expect(screen.getByText(/^The page was wider than the stock.*by 90° for this printer/)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Turn by 90° and test again' }))
    await waitFor(() => expect(agent.printed).toHaveLength(2))
    expect(sent).toEqual([
      expect.objectContaining({ ID: '1', PrintLocation: 'Dock', Rotation: 90, Stock: 'roll' }),
    ])
    // The result question appears again for the new test.
    await waitFor(() => expect(screen.queryByText(/^The page was wider/)).toBeNull())
    await user.click(screen.getByRole('button', { name: 'Correct' }))
    expect(screen.getByText('The printer is ready.')).toBeVisible()
  })

  it('reports a failed save in the strip, in place of an older outcome', async () => {
    const agent = await startAgent()
    desk.printers(recordOf(agent.port))
    printers = [roll]
    const page = open('/Print/')
    await page.user.click(await screen.findByRole('button', { name: 'Test print on Dock' }))
    await page.user.click(await screen.findByRole('button', { name: 'Too small' }))
    server.answer('POST printersetup/:id', () => problemAnswer('unavailable'))
    await page.user.click(screen.getByRole('button', { name: 'Turn by 90° and test again' }))
    await result(/^The print server was not saved\. The server cannot answer now\./)
    expect(page.tone()).toBe('error')
    expect(agent.printed).toHaveLength(1)
  })

  it("suggests a higher density for ZPL labels, and the agent's settings for paper", async () => {
    const agent = await startAgent()
    desk.printers(
      recordOf(agent.port, { PrintFormat: 'ZPL' }),
      recordOf(agent.port, { ID: 2, PrintLocation: 'Office' }),
    )
    printers = [{ ...roll, Dpi: 203 }]
    const { user } = open('/Print/', { admin: false })
    const rowOf = async (name: string) => within(await screen.findByRole('article', { name }))
    await user.click((await rowOf('Dock')).getByRole('button', { name: /^Test print/ }))
    await user.click(await (await rowOf('Dock')).findByRole('button', { name: 'Too small' }))
    expect(screen.getByText(/Set 300 dpi for this printer/)).toBeVisible()
    expect(screen.getByText('Administrators set it on this screen.')).toBeVisible()
    expect(screen.queryByRole('button', { name: /and test again/ })).toBeNull()
    await user.click((await rowOf('Office')).getByRole('button', { name: /^Test print/ }))
    await user.click(await (await rowOf('Office')).findByRole('button', { name: 'Turned' }))
    expect(screen.getByText(/turn on automatic rotation in the settings of the agent/)).toBeVisible()
  })
})

it('requests labels with their printer if the server has the printer extension', async () => {
  const agent = await startAgent()
  desk.printers(recordOf(agent.port))
  const queries: unknown[] = []
  server.answer('GET printlabels', ({ query }) => {
    queries.push(query.printserver)
    return { FileData: PDF, Format: 'PDF' }
  })
  for (const extensions of [['printing', 'printers'], ['printing']]) {
    const { command } = open('/Print/?barcode=B123456789', { extensions })
    await screen.findByRole('combobox', { name: 'Printer' })
    queries.length = 0
    await command('print')
    await result('Labels Printed')
    expect(queries).toContain(extensions.includes('printers') ? '1' : undefined)
    cleanup()
  }
  expect(agent.printed).toHaveLength(2)
})

describe('a default printer', () => {
  const two = (port = 1) => {
    desk.printers(recordOf(port), recordOf(port, { ID: 2, PrintLocation: 'Office' }))
  }

  it('and label template can be chosen for a work by administrators', async () => {
    two()
    const { user } = open('/Print/')
    const labels = within(await screen.findByRole('article', { name: 'Labels' }))
    await chooseOption(user, labels.getByRole('combobox', { name: 'Printer for Labels' }), 'Office')
    await result('Saved for WAT: Labels')
    await chooseOption(user, labels.getByRole('combobox', { name: 'Kind of label' }), 'A4 sheet')
    await user.click(labels.getByRole('checkbox', { name: 'Labels: print when received' }))
    await waitFor(() => expect(sent).toHaveLength(3))
    expect(sent[2]).toEqual({
      Location: 'WAT',
      Work: 'Labels',
      PrintServer: '2',
      Template: 'a4',
      OnShip: false,
      OnReceive: true,
      // The values on the screen before this change.
      Seen: { Work: 'Labels', PrintServer: '2', Template: 'a4', OnShip: false, OnReceive: false },
    })
  })

  it('that was not saved is neither sent as seen nor included in a later choice', async () => {
    two()
    const { user } = open('/Print/')
    const labels = within(await screen.findByRole('article', { name: 'Labels' }))
    let fail = () => {}
    const failed = new Promise((resolve) => {
      fail = () => resolve(problemAnswer('unavailable'))
    })
    const bodies: Values[] = []
    server.answer('POST printersetup/:id', ({ body }) => {
      bodies.push(body)
      return bodies.length === 1 ? failed : { Message: 'Processed successfully' }
    })
    await chooseOption(user, labels.getByRole('combobox', { name: 'Printer for Labels' }), 'Office')
    await waitFor(() => expect(bodies).toHaveLength(1))
    await user.click(labels.getByRole('checkbox', { name: 'Labels: print when received' }))
    fail()
    await waitFor(() => expect(bodies).toHaveLength(2))
    expect(bodies[1]).toMatchObject({
      PrintServer: '',
      OnReceive: true,
      Seen: { Work: 'Labels', PrintServer: '', Template: '', OnShip: false, OnReceive: false },
    })
  })

  it('cannot be chosen by users who are not administrators', async () => {
    two()
    open('/Print/', { admin: false })
    await screen.findByRole('heading', { name: 'Automatic printing' })
    expect(screen.queryByRole('heading', { name: 'Default printers' })).toBeNull()
  })

  it('is the default of a workstation until the user chooses another', async () => {
    const agent = await startAgent()
    two(agent.port)
    proposals = [{ Work: 'Grower Issuance', PrintServer: '2', Template: '', OnShip: false, OnReceive: false }]
    const view = await desk.askToPrint({ extensions: ['printing', 'printers'] })
    const printer = async () => screen.findByRole('combobox', { name: 'Printer' })
    expect(await printer()).toHaveDisplayValue('Office')
    await view.command('print')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    // The printer was not chosen here, so a new proposal replaces it.
    proposals = [{ ...proposals[0], PrintServer: '1' }]
    await view.command('print')
    await waitFor(async () => expect(await printer()).toHaveDisplayValue('Dock'))
    await chooseOption(view.user, await printer(), 'Office')
    await view.command('print')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await view.command('print')
    expect(await printer()).toHaveDisplayValue('Office')
  })

  it('and template take precedence over the stock loaded in the printer', async () => {
    two()
    printers = [roll, { ID: '2', Dpi: null, Rotation: 0, Stock: 'a4' }]
    proposals = [{ Work: 'Labels', PrintServer: '2', Template: '', OnShip: false, OnReceive: false }]
    const { user } = open('/Print/?barcode=B123456789')
    const form = within(await screen.findByRole('form', { name: 'Labels' }))
    const kind = () => form.getByRole('combobox', { name: 'Label' })
    await waitFor(() => expect(form.getByRole('combobox', { name: 'Printer' })).toHaveDisplayValue('Office'))
    expect(kind()).toHaveDisplayValue('A4 sheet')
    await chooseOption(user, form.getByRole('combobox', { name: 'Printer' }), 'Dock')
    expect(kind()).toHaveDisplayValue('Roll')
  })
})
