/**
 * The indexes of the large tables that are neither primary keys nor unique constraints, with the question
 * that each one answers.
 */
export const INDEX_USES = {
  balance_known_place: 'whether a place of a location is known',
  balance_search: 'stock at a location: available first, then reserved, by barcode',
  balance_search_place: 'the same at one place, and of one grower; what a count has not covered',
  barcode_of_variety: 'stock of a variety, by barcode',
  document_line_of_barcode: 'history of a barcode; who holds its plants',
  document_list: 'documents of a status, newest first',
  document_list_all: 'documents of every status, newest first',
  document_owner_number: 'history of a document: its owners',
  issuance_destination: 'what was issued to a grower or a nursery',
  movement_barcode: 'history and trace of a barcode; what moved since a count',
  movement_document: 'history of a document',
  movement_line: 'history: whether a movement shows the last change of a line',
  movement_returned: 'what came back of what was issued',
  movement_time: 'movements of a range of days, as a file',
  transfer_destination: 'transfers on their way to a location',
} as const
