import type { Place } from '#app/state/place.ts'
import type { PrintRequest } from '#app/state/printing.ts'
import type { PrintWork } from './work.ts'

/** Returns the work of a request at this place; undefined for a request about a stored job. */
export function workOfRequest(
  request: PrintRequest,
  { location, season }: Place,
  copies: number,
): PrintWork | undefined {
  switch (request.kind) {
    case 'report':
      return { kind: 'report', report: request.report, number: request.number, location, copies }
    case 'trace':
      return { kind: 'trace', barcode: request.barcode, location, copies }
    case 'commandSheet':
      return { kind: 'commandSheet', location, copies }
    case 'test':
      return { kind: 'test', server: request.server.ID ?? '' }
    case 'labels':
      return {
        kind: 'labels',
        // Agents ignore the copies of raw data, so copies become further labels on every printer.
        items: request.items.map(({ barcode, labels }) => ({ barcode, labels: labels * request.copies })),
        of: request.of,
        template: request.template,
        perPart: request.perMessage,
        location,
        season: season.id,
      }
    case 'kept':
    case 'ended':
    case 'last':
    case 'cancel':
      return undefined
  }
}
