// Commands of an open adjustment request.
import { BARCODE } from './command.ts'
import type { RequestPort } from './context.ts'
import { type DeclaredCommand, defineCommands } from './define.ts'

const decision = (id: 'accept' | 'reject', keys: string, barcode: string): DeclaredCommand<RequestPort> => ({
  id,
  keys,
  barcode,
  arguments: BARCODE,
  when: (request, given) => request.may(id, given.barcode),
  run: (request, given, cause) => request.decide(id, given.barcode, cause),
})

export const requestCommands = defineCommands('request', [
  decision('accept', 'a, f4', 'ACCEPT'),
  decision('reject', 'r, f6', 'REJECT'),
  {
    id: 'chooseLine',
    barcode: 'LINE',
    arguments: [{ name: 'barcode', type: 'barcode', required: true }],
    run: (request, { barcode = '' }) => request.choose(barcode),
  },
  { id: 'nextLine', keys: 'j', run: (request) => request.move(1) },
  { id: 'previousLine', keys: 'k', run: (request) => request.move(-1) },
])
