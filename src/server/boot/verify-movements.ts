// `npm run verify`: verifies without the server that movements are unchanged and balances are their sums
// (docs/stock-ledger.md, Hash chains).
import { parseArgs } from 'node:util'
import { openDatabase } from '#server/database/database.ts'
import { type BalanceFault, verifyBalances } from '#server/database/verify-balances.ts'
import {
  type ChainFault,
  type ChainMark,
  type ChainVerification,
  verifyChains,
} from '#server/database/verify-chains.ts'
import { readSettings, type Settings } from './environment.ts'
import { sentenceOf } from './start-refusals.ts'

const usage =
  'npm run verify [-- --mark MARK]\n' +
  'Checks that no movement was changed, removed or added beside the server, and that all balances are their sums. MARK is the one that an earlier check printed:\n' +
  'it shows whether the movements before it were written anew as a whole.'

// Maximum number of listed faults. Further ones are counted.
const maxListed = 20

const settings = readSettings(process.env)
const given = readArguments()
if (!settings.ok) exitWithErrors(settings.error)
else if (given) await run(settings.value, given.mark)

function readArguments(): { readonly mark: ChainMark | undefined } | undefined {
  try {
    const options = { mark: { type: 'string' }, help: { type: 'boolean' } } as const
    const { values } = parseArgs({ options })
    if (values.help) {
      process.stdout.write(`${usage}\n`)
      return undefined
    }
    if (values.mark === undefined) return { mark: undefined }
    const [, movement, hash] = /^(\d{1,15})-([0-9a-f]{64})$/.exec(values.mark.trim()) ?? []
    if (movement !== undefined && hash !== undefined) return { mark: { movement: Number(movement), hash } }
    exitWithErrors([
      'This is no mark: give it as the earlier check printed it, the number and the 64 characters.',
    ])
  } catch (error) {
    exitWithErrors([error instanceof Error ? error.message : String(error), usage])
  }
  return undefined
}

async function run({ database: place }: Settings, mark: ChainMark | undefined) {
  const opened = await openDatabase(place)
  if (!opened.ok) {
    const hint = opened.error.code === 'directory_in_use' ? ' Stop the server first.' : ''
    exitWithErrors([sentenceOf(opened.error) + hint])
    return
  }
  try {
    const verified = await verifyChains(opened.value, mark)
    const errors = [
      ...errorsIn(verified, mark),
      ...list((await verifyBalances(opened.value)).map(balanceSentence)),
    ]
    if (errors.length > 0) exitWithErrors(errors)
    const { movements, lots } = verified
    const counted = `${movements} ${movements === 1 ? 'movement' : 'movements'} of ${lots} ${lots === 1 ? 'lot' : 'lots'}`
    process.stdout.write(
      errors.length > 0
        ? `${counted} were checked.\n`
        : `${counted}, all as they were written, and all balances are their sums.\n`,
    )
    process.stdout.write(`Mark: ${verified.mark.movement}-${verified.mark.hash}\n`)
  } finally {
    await opened.value.close()
  }
}

function errorsIn(
  { faults, matchesMark }: ChainVerification,
  mark: ChainMark | undefined,
): readonly string[] {
  const marked =
    matchesMark === false && mark
      ? [`The movements up to number ${mark.movement} are not those that the mark was taken of.`]
      : []
  return [...list(faults.map(chainSentence)), ...marked]
}

function list(sentences: readonly string[]): readonly string[] {
  return sentences.length > maxListed
    ? [...sentences.slice(0, maxListed), `${sentences.length - maxListed} more faults are not listed.`]
    : sentences
}

function balanceSentence({ what, barcode, kind, owner, place, has, should }: BalanceFault): string {
  const where = [kind, owner, place].filter((part) => part !== '').join(' ')
  return what === 'qty'
    ? `Barcode ${barcode}, ${where}: the balance is ${has}, its movements make ${should}.`
    : `Barcode ${barcode}, ${where}: ${has} are reserved, its open lines hold ${should}.`
}

function chainSentence(fault: ChainFault): string {
  const { barcode } = fault
  switch (fault.what) {
    case 'changed':
      return `Movement ${fault.movement} of barcode ${barcode} is not as it was written, or not the one that was written there.`
    case 'added':
      return `Movement ${fault.movement} of barcode ${barcode} was added beside the server.`
    case 'missing':
      return fault.from === fault.to
        ? `Barcode ${barcode}: its movement no. ${fault.from} is missing.`
        : `Barcode ${barcode}: its movements no. ${fault.from} to ${fault.to} are missing.`
    case 'end':
      return `Barcode ${barcode}: the recorded end of its chain is not that of its last movement.`
  }
}

function exitWithErrors(sentences: readonly string[]): void {
  for (const each of sentences) process.stderr.write(`${each}\n`)
  process.exitCode = 1
}
