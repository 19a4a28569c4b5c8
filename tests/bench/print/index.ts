// Compares a PDF of 300 labels from the running server with bare pdfkit and bwip-js, and measures other
// requests meanwhile.

import { layOutLabel } from '#features/printing/server/labels/label.ts'
import { readLabelTemplates } from '#features/printing/server/labels/read-templates.ts'
import { barcodeOf, openWarehouse } from '#tests/support/warehouse.ts'
import { drawBare } from './bare.ts'

const labels = 300
const rounds = 7
const maxRatio = 3

const templates = readLabelTemplates()
if (!templates.ok) throw new Error(templates.error.join('\n'))
const [template] = templates.value
if (!template) throw new Error('There is no template')

const warehouse = await openWarehouse()
const clerk = warehouse.clerk('pia.picker')
const query = {
  barcodeid: barcodeOf(15),
  inventorylocation: 'WAT',
  trimseasonid: 'S1',
  labels: String(labels),
}
const print = () => clerk.get<{ FileData: string }>('printlabels', query)
const readTrimTypes = () => clerk.get('trimtype')
const parts = layOutLabel(template, {
  barcode: barcodeOf(15),
  variety: 'Monterey',
  trimType: 'Bare root',
  stockType: 'FOUNDATION',
  quantity: '100 plants',
  location: 'WAT - Watsonville',
  season: 'Straw 2026',
  commodity: 'STRAW',
  licence:
    'Proprietary plant material, supplied under licence. It may not be propagated, sold or passed on without the written consent of the owner of the variety.',
})

// Warms both up: loads libraries, opens fonts, compiles code.
const began = performance.now()
await print()
const first = performance.now() - began
await print()
await drawBare(template, parts, labels)
await readTrimTypes()

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}
const median = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

const served: number[] = []
const bare: number[] = []
const alone: number[] = []
const meanwhile: number[] = []
for (let round = 0; round < rounds; round += 1) {
  bare.push(await timed(() => drawBare(template, parts, labels)))
  served.push(await timed(print))
  for (let count = 0; count < 20; count += 1) alone.push(await timed(readTrimTypes))
  const progress = { printing: true }
  const printed = print().finally(() => {
    progress.printing = false
  })
  while (progress.printing) meanwhile.push(await timed(readTrimTypes))
  await printed
}
await warehouse.close()

const milliseconds = (value: number) => `${value.toFixed(1)} ms`
const ratio = median(served) / median(bare)
const worst = (values: readonly number[]) => Math.max(...values)
console.log(`${labels} labels, ${template.name}, median of ${rounds}:
  server, over HTTP        ${milliseconds(median(served))} (the very first, with the thread's start: ${milliseconds(first)})
  bare pdfkit + bwip-js    ${milliseconds(median(bare))}
  ratio                    ${ratio.toFixed(2)} (goal: at most ${maxRatio})
Another request:
  while nothing is printed ${milliseconds(median(alone))}, at worst ${milliseconds(worst(alone))}
  while labels are printed ${milliseconds(median(meanwhile))}, at worst ${milliseconds(worst(meanwhile))} (${meanwhile.length} requests)`)
if (ratio > maxRatio) process.exitCode = 1
