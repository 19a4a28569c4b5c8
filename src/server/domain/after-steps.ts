// What comes of a step that has been taken over a whole document, beside what it does to the ledger: one hook a kind that has one.
import type { DocumentKind } from '#contract/constants.ts'
import type { StoredDocument } from '#kinds/stored.ts'
import { openAdjustmentRequest } from './adjustment-requests.ts'
import type { Stamp } from './documents-port.ts'
import type { Ports } from './ports.ts'

type AfterStep = (ports: Ports, step: string, document: StoredDocument, stamp: Stamp) => Promise<void>

const hooks: Partial<Readonly<Record<DocumentKind, AfterStep>>> = {
  transfer: async (ports, step, document, stamp) => {
    if (step === 'complete') await openAdjustmentRequest(ports, document, stamp)
  },
}

/** What else is to be done once a kind's step has been taken. */
export async function afterStep(...[ports, step, document, stamp]: Parameters<AfterStep>): Promise<void> {
  await hooks[document.kind]?.(ports, step, document, stamp)
}
