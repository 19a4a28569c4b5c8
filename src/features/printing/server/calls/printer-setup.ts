import * as v from 'valibot'
import { succeed } from '#core/wire/result.ts'
import { cleanText } from '#features/printing/server/paper/visible-text.ts'
import { proposePrinter, readPrinterSetup, savePrinter } from '#features/printing/server/printer-setup.ts'
import { withPerson } from '#server/http/handlers/context.ts'
import type { Handlers } from '#server/http/handlers.ts'
import type { PrintingParts } from './parts.ts'

const letterList = v.array(v.string())

/** Handles printer setups and proposals. */
export function printerSetupHandlers<Transaction>(parts: PrintingParts<Transaction>) {
  const { ports, portsIn, printHosts, paper } = parts
  return {
    'printers.setup': ({ query, user }) =>
      withPerson(parts, ports, user, (person) =>
        readPrinterSetup(ports.printerSetup, person, query.inventorylocation),
      ),
    'printers.save': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return withPerson(parts, inside, user, (person) =>
        savePrinter(inside.printServers, inside.printerSetup, person, body, printHosts),
      )
    },
    'printers.propose': ({ body, user }, transaction) => {
      const inside = portsIn(transaction)
      return withPerson(parts, inside, user, (person) =>
        proposePrinter(inside.printServers, inside.printerSetup, person, body),
      )
    },
    'paper.letters': ({ query, user }) =>
      withPerson(parts, ports, user, async () => {
        const checked = await paper.printing.print({ kind: 'letters', text: cleanText(query.text) })
        // Show no warning if the print thread is too busy to check the letters.
        const letters = checked.ok
          ? v.parse(letterList, JSON.parse(new TextDecoder().decode(checked.value)))
          : []
        return succeed({ Missing: letters })
      }),
  } satisfies Handlers<Transaction>
}
