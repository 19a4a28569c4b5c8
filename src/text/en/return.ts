// Returns (kinds/return): where they differ from what documents of every kind say.

export const returns = {
  'screen.return': 'Return',
  'screen.returnEdit': 'Return',
  'screen.returnDetail': 'Return',
  'return.title': 'Return',
  'return.otherStockType':
    '{barcode}: {n} issued, {stockType}; a return takes {wanted}. Scan {wanted} plants.',
  'return.otherLocation':
    '{barcode}: not issued at {location}; {n} at {there}. Work at {there} to take it back.',
  'return.one': 'Return {number}',
  'return.new': 'New return',
  'return.all': 'All Returns',
  'return.search': 'Search by Log #',
  'return.missing': 'LogNbr does not exist',
  'return.list.failed': 'Failed to fetch Return Log',
  'return.detail.failed': 'Failed to fetch Return Log',
  'return.create.done': 'Return Header {number} Created',
  'return.create.failed': 'Failed To Create/Update Return Header',
  'return.edit.done': 'Return Header {number} Updated Successfully',
  'return.edit.failed': 'Failed To Create/Update Return Header',
  'return.toDetail': 'Go to returning',
  'return.lineQuantity': 'Returning {n}',
  'return.lineQuantity.POSTED': 'Returned {n}',
  'return.lineAvailable': '{n} can be returned',
  'return.reason': 'Please Select Reason Code',
  'return.save': 'Save',
  'return.save.again': 'Save',
  'return.save.all': 'Save {n} {n|line|lines}',
  'return.save.done': '{barcode}: {quantity} to return.',
  'return.save.failed': 'Failed to Order Return Inventory',
  'return.save.already':
    '{barcode} is on the return already: {quantity}. Enter another quantity, or scan the next one.',
  'return.save.notHere':
    '{barcode} is not on {number}. Nothing was saved. Go to the editor to add it, or scan another one.',
  'return.delete.ask': 'Are you sure you want to delete {barcode}?',
  'return.post': 'RETURN',
  'return.post.done': 'Order Returned Successfully',
  'return.post.failed': 'Failed to Return',
  'return.post.precheck': 'Quantity cannot be zero: {barcode}',
} as const
