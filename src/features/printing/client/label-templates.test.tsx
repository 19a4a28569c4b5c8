// The DOM environment's File cannot be sent by fetch; the File of Node can.
import { File } from 'node:buffer'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseOption } from '#tests/support/choose-option.ts'
import { type ContractServer, problemAnswer, startContractServer } from '#tests/support/contract-server.ts'
import { openScreens } from '#tests/support/document-screens.tsx'

const listed = (Id: string, more: object = {}) => ({
  Id,
  Name: `Label ${Id}`,
  Width: 60,
  Height: 30,
  PerPage: 1,
  Dpi: 203,
  Own: false,
  Sound: true,
  Version: 0,
  ChangedBy: '',
  ChangedAt: '',
  ...more,
})
const own = { Own: true, Version: 3, ChangedBy: 'ada.admin', ChangedAt: '2026-11-20T10:00:00Z' }
const source = '{"id":"bench"}'
const path = 'maintenance/labeltemplates'

let server: ContractServer
let stored: object[]
let defaults: { Location: string; Template: string }[]
beforeEach(async () => {
  server = await startContractServer()
  stored = [listed('bench', own)]
  defaults = []
  server.answer('GET maintenance/:id', ({ path: asked }) =>
    asked === path
      ? { Templates: [...stored, listed('roll')], Usual: defaults }
      : { Template: listed('bench', own), Source: source },
  )
  server.answer('DELETE maintenance/:id', () => {
    stored = []
    return { Message: 'Label template processed successfully' }
  })
})

const readings = (refusal: object | null) =>
  server.answer('POST maintenance/:id', ({ path: asked, body }) => {
    if (asked === path) return { Template: listed('bench', { ...own, Version: 4 }) }
    if (asked.endsWith('/use')) {
      defaults = [body]
      return { Usual: defaults }
    }
    return {
      Template: listed('bench', own),
      Picture: '',
      Source: body.Source.startsWith('^') ? `{"id":"bench","dpi":${body.Dpi}}` : body.Source,
      Barcode: 'B000000015',
      Readings: [
        { Dpi: 203, Bar: 0.25, Read: ['B000000015'], Refusal: refusal },
        { Dpi: 300, Bar: 0.254, Read: ['B000000015'], Refusal: null },
      ],
    }
  })
const open = () => openScreens(server.base, '/Maintenance/Labels/', { admin: true })
const choose = async (text: string, name = 'bench.json') => {
  const file = new File([text], name, { type: 'application/json' })
  fireEvent.change(await screen.findByLabelText(/^Template file/), { target: { files: [file] } })
}
const sent = (end: string) => server.asked.filter((each) => each.method === 'POST' && each.path.endsWith(end))

describe('label templates', () => {
  it('draws a file, shows the barcode that was read, and saves it as the next version of the template', async () => {
    readings(null)
    const page = open()
    await page.command('saveHeader')
    await waitFor(() =>
      expect(page.outcome()).toBe('Choose a file first. It is saved once its barcode has been read.'),
    )
    await choose(source)
    expect(
      await screen.findByRole('img', {
        name: 'A label of Label bench with the barcode B000000015, as it is printed',
      }),
    ).toBeInTheDocument()
    expect(screen.getByText('203 dpi: B000000015 read. Thinnest bar 0.25 mm.')).toBeVisible()
    await page.user.click(screen.getByRole('button', { name: /^Replace template/ }))
    await waitFor(() =>
      expect(page.outcome()).toBe('Label bench was saved. It can be chosen for labels now.'),
    )
    expect(sent('labeltemplates').map(({ body }) => body)).toEqual([{ Source: source, Version: 3 }])
    expect(screen.queryByRole('img')).toBeNull()
  })

  it('draws a ZPL file at the chosen density and saves the drawn result', async () => {
    readings(null)
    const page = open()
    await choose('^XA^XZ', 'bench.zpl')
    expect(await screen.findByRole('img')).toBeInTheDocument()
    const dots = screen.getByRole('combobox', { name: /^Resolution of the ZPL file/ })
    expect(dots).toHaveDisplayValue('203')
    await chooseOption(page.user, dots, '300')
    await waitFor(() => expect(sent('/try')).toHaveLength(2))
    expect(sent('/try').map(({ body }) => body)).toMatchObject([
      { Source: '^XA^XZ', Name: 'bench.zpl', Dpi: 203 },
      { Source: '^XA^XZ', Name: 'bench.zpl', Dpi: 300 },
    ])
    expect(await screen.findByRole('img')).toBeInTheDocument()
    await page.command('saveHeader')
    await waitFor(() => expect(page.outcome()).toContain('Label bench was saved.'))
    expect(sent('labeltemplates').map(({ body }) => body)).toEqual([
      { Source: '{"id":"bench","dpi":300}', Version: 3 },
    ])
    expect(screen.queryByRole('combobox', { name: /^Resolution of the ZPL file/ })).toBeNull()
  })

  it('shows the reason for a refused file and mentions no other user', async () => {
    const refusal = { code: 'zplCommand', facts: { command: '^GF', line: 3 } }
    const problem = { code: 'state_conflict', title: 'x', detail: 'Refused: zplCommand', state: { refusal } }
    const headers = { 'content-type': 'application/problem+json' }
    server.answer(
      'POST maintenance/:id',
      () => new Response(JSON.stringify(problem), { status: 409, headers }),
    )
    open()
    await choose('^XA^GFA^XZ', 'bench.zpl')
    const alert = await screen.findByRole('alert')
    expect(alert).toHaveTextContent(/^\^GF in line 3 is not taken/)
    expect(document.body).not.toHaveTextContent('Someone else')
  })

  it('reports a file that cannot be read, and draws the next one', async () => {
    readings(null)
    open()
    const unreadable = new File([source], 'gone.json')
    unreadable.text = () => Promise.reject(new Error('NotReadableError'))
    fireEvent.change(await screen.findByLabelText(/^Template file/), { target: { files: [unreadable] } })
    expect(await screen.findByText(/The file cannot be read/)).toBeVisible()
    await choose(source)
    expect(await screen.findByRole('img')).toBeInTheDocument()
  })

  it('does not save a template whose barcode cannot be read, and shows the reason', async () => {
    readings({ code: 'templateBarsThin', facts: { dpi: 203, width: 30, least: 38.4 } })
    const page = open()
    await choose(source)
    const why =
      'At 203 dpi the bars are too thin to be read: the barcode has 30 mm and needs 38.4 mm, white ends included. Nothing was saved.'
    expect(await screen.findByText(why)).toBeVisible()
    await page.command('saveHeader')
    await waitFor(() => expect(page.outcome()).toBe(why))
    expect(sent('labeltemplates')).toEqual([])
  })

  it('confirms a download in the last-result strip', async () => {
    URL.createObjectURL = () => 'blob:file'
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
    const page = open()
    await page.user.click(await screen.findByRole('button', { name: 'Download Label bench' }))
    await waitFor(() => expect(page.outcome()).toBe('bench.json was downloaded.'))
    clicked.mockRestore()
  })

  it('previews a built-in template, and does not send a file that is too large', async () => {
    readings(null)
    const page = open()
    await page.user.click(await screen.findByRole('button', { name: 'Preview Label roll' }))
    expect(await screen.findByRole('img')).toBeInTheDocument()
    expect(sent('/try').at(-1)?.body).toMatchObject({ Source: source })
    await choose(' '.repeat(50_001))
    expect(await screen.findByText(/^The file is too large/)).toBeVisible()
    expect(sent('/try')).toHaveLength(1)
  })

  it('saves the default template of a location immediately', async () => {
    readings(null)
    const page = open()
    const field = await screen.findByRole('combobox', { name: /^WAT/ })
    expect(field).toHaveDisplayValue('Standard: Label roll')
    await chooseOption(page.user, field, 'Label bench')
    await waitFor(() => expect(field).toHaveDisplayValue('Label bench'))
    expect(sent('/use').map(({ body }) => body)).toEqual([{ Location: 'WAT', Template: 'bench', Seen: '' }])
    await page.says('WAT prints on Label bench now.')
  })

  it('sends the last confirmed choice as seen after a choice could not be saved', async () => {
    readings(null)
    const page = open()
    const field = await screen.findByRole('combobox', { name: /^WAT/ })
    let fail = () => {}
    const failed = new Promise((resolve) => {
      fail = () => resolve(problemAnswer('unavailable'))
    })
    server.answer('POST maintenance/:id', () => failed)
    await chooseOption(page.user, field, 'Label bench')
    await waitFor(() => expect(sent('/use')).toHaveLength(1))
    await chooseOption(page.user, field, 'Label roll')
    readings(null)
    fail()
    await waitFor(() => expect(sent('/use')).toHaveLength(2))
    expect(sent('/use').map(({ body }) => body)).toEqual([
      { Location: 'WAT', Template: 'bench', Seen: '' },
      { Location: 'WAT', Template: 'roll', Seen: '' },
    ])
  })

  it('removes an added template after a question, and offers no removal of a built-in one', async () => {
    readings(null)
    const page = open()
    const row = await screen.findByRole('article', { name: 'Label bench' })
    await page.user.click(within(row).getByRole('button', { name: 'Remove Label bench' }))
    await page.user.click(await screen.findByRole('button', { name: /^Yes/ }))
    await waitFor(() => expect(screen.queryByRole('article', { name: 'Label bench' })).toBeNull())
    const other = screen.getByRole('article', { name: 'Label roll' })
    expect(within(other).queryByRole('button', { name: /^Remove/ })).toBeNull()
  })

  it('marks a template of another version and does not offer it', async () => {
    readings(null)
    stored = [listed('older', { ...own, Sound: false })]
    open()
    const row = await screen.findByRole('article', { name: 'Label older' })
    expect(row).toHaveTextContent('Made for another version: not printed.')
    expect(within(row).queryByRole('button', { name: /^Preview/ })).toBeNull()
    const field = await screen.findByRole('combobox', { name: /^WAT/ })
    expect(within(field).queryByRole('option', { name: 'Label older' })).toBeNull()
  })
})
