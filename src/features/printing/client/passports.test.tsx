import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { openScreens } from '#tests/support/document-screens.tsx'
import { type PrintDesk, startPrintDesk } from '#tests/support/print-desk.ts'

let desk: PrintDesk
const roll = { Id: 'roll', Name: 'Roll', Width: 100, Height: 50, PerPage: 1 }
const passport = {
  Id: 'passport',
  Name: 'Plant passport',
  Width: 100,
  Height: 50,
  PerPage: 1,
  Passport: true,
}
beforeEach(async () => {
  desk = await startPrintDesk()
  desk.printers()
  desk.server.answer('GET labeltemplates', () => ({ Result: [roll, passport] }))
})
const chosen = () => screen.findByRole('combobox', { name: 'Label' })
const printed = () =>
  desk.server.asked.filter(({ path }) => path === 'printlabels').map(({ query }) => query.template)

it('switches labels to plant passports with one command, and back with the same command', async () => {
  const page = openScreens(desk.server.base, '/Print/?barcode=B123456789&count=3')
  expect(await chosen()).toHaveDisplayValue('Roll')
  await page.command('switchPassport')
  expect(page.outcome()).toBe('Plant passport is chosen.')
  await waitFor(() => expect(printed()).toContain('passport'))
  await page.command('switchPassport')
  expect(page.outcome()).toBe('Roll is chosen.')
})

it('prints passports for all lines of a document', async () => {
  const page = openScreens(
    desk.server.base,
    '/Print/?barcodes=B123456789*2&kind=issuance&number=1&passports=yes',
  )
  await chosen()
  await waitFor(() => expect(printed()).toEqual(['passport']))
  await page.command('print')
  await waitFor(() => expect(printed().slice(1)).toEqual(['passport']))
})

it('names a missing passport part and where to set it', async () => {
  desk.server.answer('GET printlabels', () =>
    Response.json(
      {
        code: 'state_conflict',
        status: 409,
        state: { refusal: { code: 'passportNoOrigin', facts: { barcode: 'B123456789' } } },
      },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    ),
  )
  openScreens(desk.server.base, '/Print/?barcode=B123456789&passports=yes')
  expect(
    await screen.findByText(
      'Plant passport part D is missing: the country of origin of B123456789. Nothing was printed. Import the stock file with the column Origin.',
    ),
  ).toBeVisible()
})

it('offers no passports if the server has none', async () => {
  desk.server.answer('GET labeltemplates', () => ({ Result: [roll] }))
  const page = openScreens(desk.server.base, '/Print/?barcode=B123456789&passports=yes')
  await waitFor(() => expect(printed()).toEqual(['roll']))
  await page.command('switchPassport')
  expect(page.outcome()).toBe('This does nothing on this screen.')
})
