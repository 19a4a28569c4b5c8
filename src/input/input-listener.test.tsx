import { act, render, screen, waitFor, within } from '@testing-library/react'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { Dialog } from '#app/ui/dialog.tsx'
import type { CommandOutcome } from '#core/commands/command.ts'
import type { DocumentPort } from '#core/commands/context.ts'
import { refusalOutcome } from '#core/commands/dispatch.ts'
import { refuse } from '#core/wire/refusals.ts'
import { documentPort } from '#tests/support/document-port.ts'
import { startFakeDatabase } from '#tests/support/fake-database.ts'
import { createKeyboardUser, type KeyboardUser } from '#tests/support/scanner.ts'
import type { AppShell } from './app-shell.ts'
import { LastScanStrip } from './engine/last-scan-strip.tsx'
import { useCommandPorts, useDialogAnswers } from './engine/use-command-ports.ts'
import { ScansWait, useScanTarget } from './engine/use-scan-target.tsx'
import { InputListener } from './input-listener.tsx'
import { InputProvider } from './input-provider.tsx'
import { areScansStored, setWorkOwner, storeQueuedScans } from './kept/unfinished-work.ts'
import { CommandButton } from './palette/command-button.tsx'

const barcodes = Array.from({ length: 10 }, (_, index) => `B00000000${index}`)

// A line whose scan has no effect.
const ALREADY_DONE = 'B0000DONE1'
// A line whose scan is refused, because more plants are reserved.
const OVER_RESERVED = 'B0000HELD1'

// A server that answers a line on request.
let waiting: { readonly barcode: string; readonly answer: () => void }[] = []
let visited: string[] = []
let hands: KeyboardUser

const shell: AppShell = {
  go: (route) => void visited.push(route),
  back: () => undefined,
  maySwitchPlace: () => ({ code: 'noOtherPlace' }),
  switchPlace: () => undefined,
  mayVisit: () => true,
  findDocuments: async (number) => ({
    ok: true,
    hits: ['Issuance', 'Transfer'].map((kind) => ({
      key: kind,
      label: `${kind} ${number}`,
      open: () => void visited.push(`${kind} ${number}`),
    })),
  }),
  findHolders: async (barcode) => [
    { document: `Issuance 10000007 of ${barcode}`, status: 'RESERVED', n: 20, by: 'lena' },
  ],
  switchTheme: () => undefined,
  mayPrintCommandSheet: () => true,
  printCommandSheet: () => undefined,
  reloadData: () => undefined,
  reloadMasterData: () => undefined,
  signOut: () => undefined,
}

// A minimal document screen: lines, a quantity field, a question.
const Picking = () => {
  const [lines, setLines] = useState<readonly string[]>([])
  const [asks, setAsks] = useState(false)
  const actOnLine = useCallback<DocumentPort['actOnLine']>(
    (barcode = 'none', quantity) =>
      new Promise((done) => {
        const answer = () => {
          const line = quantity === undefined ? barcode : `${barcode} × ${quantity}`
          setLines((now) => [...now, line])
          if (barcode === OVER_RESERVED) done(refusalOutcome(refuse('belowReserved', { n: 20, barcode })))
          done(
            barcode === ALREADY_DONE
              ? { tone: 'warning', code: 'documents.kept', facts: { barcode }, next: ['undo', 'goToEdit'] }
              : { tone: 'ok', code: 'scan-done', facts: { command: `picked ${line}` } },
          )
        }
        waiting.push({ barcode, answer })
      }),
    [],
  )
  const document = useMemo(
    () =>
      documentPort({
        may: (step) => (step === 'ship' ? refuse('linesNotPicked', { open: 2 }) : true),
        takeStep: (): CommandOutcome | undefined => {
          setAsks(true)
          return undefined
        },
        actOnLine,
      }),
    [actOnLine],
  )
  useCommandPorts({ document })
  useScanTarget({
    level: 'screen',
    id: 'issuance.detail.10000123',
    accepts: (candidate) =>
      candidate.kind === 'barcode'
        ? { type: 'intent', command: 'pick', arguments: { barcode: candidate.barcode } }
        : undefined,
  })
  return (
    <>
      <ol aria-label="lines">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ol>
      <label>
        quantity <input defaultValue="12" />
      </label>
      <CommandButton id="ship" />
      <CommandButton id="cancelDocument" />
      {asks && <Question onAnswer={() => setAsks(false)} />}
    </>
  )
}

const Question = ({ onAnswer }: { readonly onAnswer: () => void }) => {
  useDialogAnswers({
    yes: () => {
      onAnswer()
      return undefined
    },
    no: () => {
      onAnswer()
      return undefined
    },
  })
  return (
    <Dialog open onClose={onAnswer} title="Sure?" kind="alert" actions={<button type="button">No</button>} />
  )
}

const Page = ({ owner = 'picker' }: { readonly owner?: string | undefined }) => (
  <InputProvider>
    <LastScanStrip />
    <Suspense fallback={<ScansWait />}>
      <Picking />
    </Suspense>
    <InputListener shell={shell} owner={owner} />
  </InputProvider>
)

startFakeDatabase()
beforeEach(async () => {
  // Missing in jsdom, but required by the palette's library.
  globalThis.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  Element.prototype.scrollIntoView = () => undefined
  setWorkOwner('picker')
  storeQueuedScans(undefined)
  waiting = []
  visited = []
  hands = createKeyboardUser(window)
  await areScansStored()
})

// React requires awaiting the render of a component that may suspend.
const start = () => act(async () => render(<Page />))
const openPage = async () => {
  await start()
  await screen.findByRole('region', { name: 'Last scan' })
  await screen.findByRole('list', { name: 'lines' })
}
const strip = () => screen.getByRole('region', { name: 'Last scan' })
const lines = () =>
  within(screen.getByLabelText('lines'))
    .queryAllByRole('listitem', { hidden: true })
    .map((line) => line.textContent)
const scanAll = () =>
  act(() => {
    for (const barcode of barcodes) hands.scan(barcode)
  })
const answerAll = async () => {
  for (const [at, barcode] of barcodes.entries()) {
    await waitFor(() => expect(waiting[at]?.barcode).toBe(barcode))
    expect(waiting).toHaveLength(at + 1)
    await act(async () => waiting[at]?.answer())
  }
  await waitFor(() => expect(lines()).toEqual(barcodes))
}
// The chord's code may not be loaded yet; one press must be enough.
const openPalette = async () => {
  act(() => void hands.chord('k', { ctrl: true }))
  const input = await screen.findByRole('combobox')
  await waitFor(() => expect(input).toHaveFocus())
  return input
}

describe('ten barcodes at full speed while the server is slow', () => {
  beforeEach(openPage)

  it('become ten lines in order, and the queue depth is visible', async () => {
    scanAll()
    await waitFor(() => expect(within(strip()).getByText('10 waiting')).toBeVisible())
    await answerAll()
    await waitFor(() => expect(within(strip()).queryByText(/waiting$/)).toBeNull())
    expect(strip()).toHaveTextContent('Done')
    expect(strip()).toHaveTextContent('B000000009')
  })

  it('are accepted with the focus in the quantity field, whose content stays', async () => {
    const field = screen.getByRole('textbox', { name: 'quantity' })
    field.focus()
    scanAll()
    expect(field).toHaveValue('12')
    await answerAll()
    expect(field).toHaveValue('12')
  })

  it('are accepted with the palette open, whose text stays', async () => {
    const input = await openPalette()
    act(() => hands.press('s', 'h'))
    expect(input).toHaveValue('sh')
    scanAll()
    await answerAll()
    expect(input).toHaveValue('sh')
  })

  it('wait while a dialog is open, until a scan answers it', async () => {
    act(() => hands.press('c'))
    expect(await screen.findByRole('alertdialog')).toBeVisible()
    scanAll()
    await waitFor(() => expect(screen.getByText('10 waiting')).toBeInTheDocument())
    expect(waiting).toEqual([])
    act(() => hands.scan('%T.YES'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await answerAll()
  })
})

describe('an open dialog', () => {
  it('still announces the outcomes of scans, and hides the rest of the page', async () => {
    await openPage()
    act(() => hands.press('c'))
    expect(await screen.findByRole('alertdialog')).toBeVisible()
    scanAll()
    await waitFor(() =>
      expect(screen.getByRole('status')).toHaveTextContent(/Answer the question on the screen/),
    )
    expect(screen.queryByRole('list', { name: 'lines' })).toBeNull()
  })
})

describe('the keyboard alone', () => {
  beforeEach(openPage)

  it('gives a typed number to the next barcode', async () => {
    act(() => hands.press('4', '0'))
    await waitFor(() => expect(within(strip()).getByText('Next: × 40')).toBeVisible())
    act(() => hands.scan('B000000001'))
    await waitFor(() => expect(waiting).toHaveLength(1))
    await act(async () => waiting[0]?.answer())
    await waitFor(() => expect(lines()).toEqual(['B000000001 × 40']))
  })

  it('offers only possible next steps: no Undo if there is nothing to undo', async () => {
    act(() => hands.scan(ALREADY_DONE))
    await waitFor(() => expect(waiting).toHaveLength(1))
    await act(async () => waiting[0]?.answer())
    await waitFor(() => expect(within(strip()).getByRole('button', { name: /^Go to editor/ })).toBeVisible())
    expect(within(strip()).queryByRole('button', { name: /^Undo the last scan/ })).toBeNull()
    expect(within(strip()).queryByText(/nothing to undo/)).toBeNull()
  })

  it('runs a command with its arguments from the palette', async () => {
    const input = await openPalette()
    act(() => hands.press(...'pick b000000007 5'))
    expect(input).toHaveValue('pick b000000007 5')
    act(() => hands.press('Enter'))
    await waitFor(() => expect(waiting).toMatchObject([{ barcode: 'B000000007' }]))
    await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull())
  })

  it('handles a chord before its code is loaded, and keeps it from the browser', async () => {
    act(() => expect(hands.chord('k', { ctrl: true }).defaultPrevented).toBe(true))
    expect(await screen.findByRole('combobox')).toBeVisible()
    expect(screen.getAllByRole('dialog')).toHaveLength(1)
  })

  it('handles a function key in order before its code is loaded', async () => {
    act(() => hands.scan('B12500'))
    await waitFor(() => expect(strip()).toHaveTextContent('Not done'))
    act(() => {
      hands.chord('F9')
      hands.press('4', '0')
    })
    await waitFor(() => expect(strip()).toHaveTextContent('Next: × 40'))
  })

  it('shows in the palette why a command may not run, and reports it when it is chosen anyway', async () => {
    await openPalette()
    act(() => hands.press(...'ship'))
    const offered = await screen.findByRole('option', { name: /^Ship/ })
    expect(offered).toHaveTextContent('2 lines are not picked yet.')
    act(() => hands.press('Enter'))
    await waitFor(() =>
      expect(strip()).toHaveTextContent('2 lines are not picked yet. Scan them, then ship.'),
    )
    expect(strip()).toHaveTextContent('Not done')
  })

  it('lists the documents that reserve a barcode’s plants when a quantity is below the reserved one', async () => {
    act(() => hands.scan(OVER_RESERVED))
    await waitFor(() => expect(waiting).toHaveLength(1))
    await act(async () => waiting[0]?.answer())
    await waitFor(() => expect(strip()).toHaveTextContent('Quantity is less than the 20 reserved'))
    act(() => hands.press('y'))
    const why = within(await screen.findByRole('dialog', { name: 'Why not?' }))
    expect(why.getByText('On hand cannot be less than what is reserved on open documents.')).toBeVisible()
    expect(
      await why.findByText(`Issuance 10000007 of ${OVER_RESERVED} (RESERVED): 20 plants, lena`),
    ).toBeVisible()
  })

  it('chooses among several documents with one number', async () => {
    act(() => hands.scan('10000555'))
    expect(await screen.findByRole('option', { name: 'Transfer 10000555' })).toBeVisible()
    act(() => hands.press('Enter'))
    await waitFor(() => expect(visited).toEqual(['Issuance 10000555']))
  })

  it('shows the keys and scans of this screen', async () => {
    act(() => hands.press('?'))
    const help = await screen.findByRole('dialog', { name: 'Keys and scans' })
    expect(within(help).getByRole('table', { name: 'Document' })).toBeVisible()
    expect(within(help).queryByRole('table', { name: 'List' })).toBeNull()
    expect(within(help).getByRole('row', { name: /^Ship S/ })).toHaveTextContent('%T.SHIP')
    expect(help).toHaveTextContent('BarcodePick')
  })

  it('keeps a disabled button reachable, with its reason', async () => {
    const ship = await screen.findByRole('button', { name: /Ship/ })
    await waitFor(() =>
      expect(ship).toHaveAccessibleDescription('2 lines are not picked yet. Scan them, then ship.'),
    )
    expect(ship).toHaveAttribute('aria-disabled', 'true')
  })
})

describe('a reload', () => {
  it('runs after a reload the scans that waited before', async () => {
    const before = await start()
    await screen.findByRole('list', { name: 'lines' })
    act(() => {
      hands.scan('B000000001')
      hands.scan('B000000002')
    })
    await waitFor(() => expect(waiting).toHaveLength(1))
    before.unmount()
    waiting = []
    await start()
    await waitFor(() => expect(waiting).toMatchObject([{ barcode: 'B000000001' }]))
    await act(async () => waiting[0]?.answer())
    await waitFor(() => expect(waiting).toHaveLength(2))
    await act(async () => waiting[1]?.answer())
    await waitFor(() => expect(lines()).toEqual(['B000000001', 'B000000002']))
  })

  it('restores a person’s scans only for that person', async () => {
    const before = await start()
    act(() => {
      hands.scan('B000000001')
      hands.scan('B000000002')
    })
    await waitFor(() => expect(waiting).toHaveLength(1))
    before.unmount()
    waiting = []
    await act(async () => render(<Page owner="lead" />))
    act(() => hands.scan('B000000003'))
    await waitFor(() => expect(waiting).toMatchObject([{ barcode: 'B000000003' }]))
  })
})
