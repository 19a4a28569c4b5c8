import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Table, TableCell, TableRow } from './table.tsx'

// A window of ten rows, whose table begins three rows below its top; all in pixels.
const ROW = 34
const WINDOW = 10 * ROW
const ABOVE = 3 * ROW

beforeEach(() => {
  vi.stubGlobal('innerHeight', WINDOW)
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(ROW)
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, ABOVE, 800, ROW))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly observe = () => undefined
      readonly unobserve = () => undefined
      readonly disconnect = () => undefined
    },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const keys = Array.from({ length: 100 }, (_, at) => `line ${at}`)
const renderedRows = () => screen.getAllByRole('row').flatMap(({ ariaLabel }) => ariaLabel ?? [])

it('renders the visible rows first, and the rows beside them afterwards', async () => {
  render(
    <Table
      label="Lines"
      columns={[{ id: 'line', label: 'Line', width: '1fr' }]}
      keys={keys}
      total={keys.length}
      sort={null}
      onSort={() => undefined}
      row={(key, place) => (
        <TableRow key={key} {...place} aria-label={key}>
          <TableCell>{key}</TableCell>
        </TableRow>
      )}
    />,
  )
  expect(renderedRows()).toEqual(keys.slice(0, 7))
  await waitFor(() => expect(renderedRows()).toEqual(keys.slice(0, 13)))
})
