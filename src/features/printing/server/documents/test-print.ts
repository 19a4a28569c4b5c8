import type { PrintServer } from '#core/wire/print-server.ts'
import type { LabelFacts } from '../labels/label.ts'
import { sayOnPaper } from '../paper/paper-texts.ts'
import type { Report } from './report.ts'

// The barcode on a test print is the command that confirms 'OK'.
const testCode = '%T.OK'

const serverOf = ({ PrintServer: host, Port }: PrintServer) => `${host}:${Port}`

/** Returns a test page that names its printer. */
export function testReport(server: PrintServer, location: string): Report {
  return {
    title: sayOnPaper('testTitle'),
    number: testCode,
    status: sayOnPaper('testWorks'),
    commodity: undefined,
    facts: [
      { label: sayOnPaper('testPrinter'), value: server.PrintLocation },
      { label: sayOnPaper('testServer'), value: serverOf(server) },
      { label: sayOnPaper('testFormat'), value: server.PrintFormat },
      { label: sayOnPaper('paperLocation'), value: location },
    ],
    notes: [{ label: '', value: sayOnPaper('testScan') }],
    columns: [],
    rows: [],
    signatures: [],
  }
}

/** Returns the same facts for a label printer. */
export function testLabel(server: PrintServer, location: string, printed: string): LabelFacts {
  return {
    barcode: testCode,
    variety: sayOnPaper('testTitle'),
    trimType: server.PrintLocation,
    stockType: serverOf(server),
    quantity: server.PrintFormat,
    location,
    season: '',
    commodity: undefined,
    licence: printed,
  }
}
