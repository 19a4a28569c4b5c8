import { describe, expect, it } from 'vitest'
import { dump } from '#core/kinds/dump/rules.ts'
import { issuance } from '#core/kinds/issuance/rules.ts'
import { returns } from '#core/kinds/return/rules.ts'
import { transfer } from '#core/kinds/transfer/rules.ts'
import { STOCK_TYPES } from '#core/wire/constants.ts'
import { DURATIONS, LANDING, LIMITS, PRINT_AGENT_PORT } from '#core/wire/limits.ts'
import { REPLIES } from '#core/wire/reply-messages.ts'
import { en } from '#text/en/index.ts'

// The quoted texts of the specification with their sections; the list is complete. A sentence matches if the
// catalogue has it in any capitals and with any names of facts. The catalogue's sentence may continue with
// the next step.

const messages: Readonly<Record<string, readonly string[]>> = {
  '1, 2 shell': ['OK', 'Online', 'Offline', 'Please Wait... Logging you out shortly...'],
  '1, 2 initialisation': [
    'Initializing',
    'We were unable to load {n} out of {m} important components...',
    'Try, Try Again',
    'Proceed to Website',
  ],
  '1, 2 setup': ['Warehouse Location', 'Trim Season', 'Done', 'An error occurred'],
  '1, 2 printing': [
    'Print {report type}',
    'Number of Copies',
    'Printed {n} of {total}',
    'Retrying {n}',
    'Submitted {n} {copy/copies} to printer',
    'Labels Printed',
    'Unable to print report',
    'Printing report...',
    'Printing report in new tab...',
  ],
  '1, 2 dump list': ['Search by Log #', '{n} of {total}', 'Warehouse : {code}', 'LogNbr does not exist'],
  '1, 2 dump detail': [
    'Dump',
    'Cancel Dump',
    'Select a reason code',
    'Confirm',
    'Select Grower',
    'Delete Inventory {barcode}?',
    'Qty is 0. Do you want to Delete or Save?',
  ],
  '1, 2 dump header form': [
    'Dump Status',
    'Open',
    'Dump Warehouse',
    'Authorized By',
    'Authorized Date',
    'Comments',
    'Cancel',
    'Create',
    'Update',
  ],
  '1, 2 shared dialogs': ['Quantity cannot be zero', 'Are you sure you want to proceed?', 'No', 'Yes'],
  '1, 4': ['Are you sure you want to permanently Cancel Dump?'],
  '1, 7': ['DUMPED successfully', 'CANCELLED successfully', 'Error occurred'],
  '1, 8': [
    'Failed to Save Dump Qty',
    'Not found',
    'No data available for {barcode} Inventory.',
    'Failed to Delete',
    'Dump Header Created',
    'Dump Header Updated',
    'Inventory Line Deleted',
  ],
  '2, 2.1': ['Adjust Trim', 'Issuance'],
  '2, 2.2': ['All Issuance'],
  '2, 2.3': [
    'Grower',
    'Nursery',
    'Tag #',
    'Ref #',
    'Issue Date',
    'Comment',
    'Grower Entity Pickup Location is different from your login warehouse.',
  ],
  '2, 2.4': ['Advanced Search', 'Order', 'Add'],
  '2, 2.5': [
    'Ship',
    'Pick',
    'Cancel Issuance',
    'Change Pick Qty from {x} to {y}',
    'Are you sure you want to permanently Cancel Issuance?',
  ],
  '2, 2.6': [
    'Entity Type',
    'Inventory Affect',
    'Grower Storage',
    'Reference #',
    'Return Date',
    'Returned By',
    'RETURN',
    'Are you sure you want to delete {barcode}?',
  ],
  '2, 2.7': [
    'Search by Transfer #',
    'All Transfers',
    'Transfer Nbr',
    'Carrier Name',
    'Truck ID',
    'Cancel Transfer',
    'Update',
  ],
  '2, 2.8': [
    'Adjust',
    'Change Qty from {a} to {b}',
    'Review',
    'No Requests',
    "You don't have sufficient access",
    'Accept',
    'Reject',
  ],
  '2, 2.9': ['Ordered Qty: {n}. Do you want to Save or Delete?'],
  '2, 4.5': ['Request Failed!'],
  '2, 4.6': ['Trim Adjusted', 'Do you want to print extra {n} labels'],
  '2, 5': [
    'Please Select Reason Code',
    'Ship Date cannot be more than Arrival Date',
    'Please input correct temperature',
    'Pick/Receive Qty from {x} to {y}?',
    'Cannot pick when inventory quantity is 0',
    'Please Edit Quantity',
    'The adjusted quantity is less than or equal to the inventory quantity, please reject and adjust manually',
  ],
  '2, 7.1': ['Insufficient quantity. Please enter New Amount', 'Order Returned Successfully'],
  '2, 8 general': ['An error occurred', 'An Error Occurred', 'Error occurred', 'Some error occurred'],
  '2, 8 issuance': [
    'Failed to Reserve InventoryLine',
    'TagNbr not found',
    'Failed to fetch Issuances',
    'Failed to fetch Issuance Details',
    'Failed to Pick Inventory',
    'Failed to Ship Issuance',
    'Failed to Cancel Issuance',
    'Failed to Create/Update Issuance Header',
    'Issuance SHIPPED',
    'Issuance CANCELLED',
    'Issuance Header Created',
    'Issuance Header Updated',
  ],
  '2, 8 return': [
    'Failed to fetch Return Log',
    'Failed To Create/Update Return Header',
    'Failed to Return',
    'Failed to Order Return Inventory',
    'Return Header {n} Created',
    'Return Header {n} Updated Successfully',
  ],
  '2, 8 transfer': [
    'Failed to fetch Transfer',
    'Invalid Transfer Number',
    'Failed to Create/Update Transfer Header',
    'Failed to Update',
    'Transfer Header Created Successfully',
    'Transfer Header Updated Successfully',
    'Receive Temperature Updated',
    'Transfer Cancelled Successfully',
    'Transfer Received Successfully',
    'Transfer Shipped Successfully',
  ],
  '2, 9 labels': [
    'Source',
    'Destination',
    'Receive Temp',
    'Ship Temp',
    'Ship Date',
    'Arrival Date',
    'Grower Entity',
  ],
}

// The server's messages by which the app judges a reply (part 1 section 4 and 7, part 2 section 7.1).
const replies = [
  'Inventory Line RESERVED successfully',
  'Inventory Line PICKED successfully',
  'Inventory Line SHIPPED successfully',
  'Inventory line deleted from Issuance',
  'Dump Log Line OPEN successfully',
  'Dump Log Line DUMPED successfully',
  'ID DELETED SUCCESSFULLY',
  'Return Log Line OPEN successfully',
  'ID Deleted Successfully',
  'Transfer Line RESERVED successfully',
  'Id Deleted Successfully',
  'Insufficient quantity',
  'Inventory Not found',
]

// Replaces every fact and plural form by the same gap. A quantity of 0 is also a fact.
const withGaps = (sentence: string) => sentence.replace(/\{[^}]*\}|(?<=: )0(?=\.)/g, '{}')

// Returns a form that is equal for sentences that differ only in facts or capitals.
const formOf = (sentence: string) => withGaps(sentence).toLowerCase()

describe('the sentences of the specification', () => {
  const known = Object.values<string>(en).map(formOf)
  const isKnown = (form: string) =>
    known.some((other) => other === form || other.startsWith(`${form}.`) || other.startsWith(`${form}:`))

  it.each(Object.entries(messages))('of part %s are in the catalogue', (_, wanted) => {
    expect(wanted.filter((sentence) => !isKnown(formOf(sentence)))).toEqual([])
  })

  it('from the server are those by which the app judges', () => {
    const judged = new Set<string>(Object.values(REPLIES))
    expect(replies.filter((reply) => !judged.has(reply))).toEqual([])
  })
})

describe('the limits of the specification', () => {
  it('of lengths, pages and times are as specified', () => {
    expect(LIMITS).toMatchObject({
      barcodeLength: 10,
      documentNumberDigits: 8,
      quantityDigits: 9,
      pageSize: 25,
      reference: 50,
      comments: 255,
      carrierName: 75,
      truckId: 15,
      temperature: 7,
      returnedBy: 50,
      authorizedBy: 50,
      copiesDefault: 1,
      decimalDigits: 3,
      decimalFraction: 2,
    })
    const minute = 60_000
    expect(DURATIONS).toEqual({
      notification: 5_000,
      onlineNotice: 5_000,
      masterDataCache: 60 * minute,
      masterDataStale: 120 * minute,
      masterDataOutdated: 540 * minute,
    })
    expect(LANDING).toMatchObject({
      default: '/TrimSeason/',
      fallback: '/Setup/',
      callback: '/implicit/callback',
    })
    expect(PRINT_AGENT_PORT).toBe(12_212)
  })

  it('of fields match the forms', () => {
    const lengthsOf = ({ modes }: typeof issuance | typeof dump | typeof returns | typeof transfer) =>
      Object.fromEntries(
        modes.inventory.form.fields.flatMap(({ name, control }) =>
          'most' in control ? [[name, control.most]] : [],
        ),
      )
    expect(lengthsOf(issuance)).toEqual({ ReferenceNbr: 50, Comments: 255 })
    expect(lengthsOf(dump)).toEqual({ AuthorizedBy: 50, Comments: 255 })
    expect(lengthsOf(returns)).toEqual({ RefNbr: 50, ReturnedBy: 50, Comments: 255 })
    expect(lengthsOf(transfer)).toEqual({
      ReferenceNbr: 50,
      CarrierName: 75,
      TruckID: 15,
      ShipPlantTemperature: 7,
      ReceiptPlantTemperature: 7,
    })
  })

  it('of stock types and default searches are as specified', () => {
    expect(STOCK_TYPES).toEqual([
      'ALL',
      'COMMERCIAL',
      'FOUNDATION',
      'RESERVED',
      'APPLIEDRESEARCH',
      'NURSERYTRIALS',
      'BREEDING',
      'ONFARMTRIALS',
    ])
    expect(issuance.modes.inventory.searchStockType({ IssueToType: 'Grower' })).toBe('COMMERCIAL')
    expect(issuance.modes.inventory.searchStockType({ IssueToType: 'Nursery' })).toBe('FOUNDATION')
    expect(returns.modes.inventory.searchStockType({})).toBe('COMMERCIAL')
  })
})
