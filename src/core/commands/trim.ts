// Commands of the stock correction screen.
import { BARCODE_AND_QUANTITY, NUMBER } from './command.ts'
import { defineCommands } from './define.ts'

export const trimCommands = defineCommands('trim', [
  {
    id: 'findStock',
    keys: '/, f3',
    barcode: 'STOCK',
    arguments: BARCODE_AND_QUANTITY,
    run: (trim, { barcode, quantity }, cause) => trim.find(barcode, quantity, cause),
  },
  {
    id: 'adjust',
    keys: 'a, f4',
    barcode: 'ADJUST',
    arguments: BARCODE_AND_QUANTITY,
    when: (trim, { barcode }) => trim.mayAdjust(barcode),
    run: (trim, { barcode, quantity }, cause) => trim.adjust(barcode, quantity, cause),
  },
  {
    id: 'reviewRequest',
    opensOtherScreen: true,
    keys: 'r',
    barcode: 'REVIEW',
    arguments: NUMBER,
    when: (trim, { number }) => trim.mayReview(number),
    run: (trim, { number }) => trim.review(number),
  },
])
