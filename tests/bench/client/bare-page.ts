// The baseline: a minimal page that takes scans. Plain DOM: Enter marks the scanned line as picked and shows
// a message; Ctrl+K opens a list of 40 commands. It stores and sends nothing.
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

// The page loads this as /script.js.
const script = `
const lines = new Map()
const table = document.querySelector('main')
const strip = document.querySelector('section')
for (const code of await (await fetch('/lines')).json()) {
  const row = document.createElement('div')
  row.setAttribute('role', 'row')
  row.setAttribute('aria-label', code)
  for (const text of ['A-01', code, 'Albion', 'Bare root', '10', '', 'RESERVED']) {
    const cell = document.createElement('span')
    cell.textContent = text
    row.append(cell)
  }
  table.append(row)
  lines.set(code, row)
}
let typed = ''
document.addEventListener('keydown', ({ key, ctrlKey }) => {
  if (ctrlKey) return
  if (key.length === 1) typed += key
  if (key !== 'Enter') return
  const row = lines.get(typed)
  if (row) {
    row.dataset.done = 'true'
    row.children[5].textContent = '10'
    row.children[6].textContent = 'PICKED'
    row.scrollIntoView({ block: 'nearest' })
    strip.textContent = typed + ': picked 10 of 10'
  }
  typed = ''
})
const palette = document.querySelector('dialog')
document.addEventListener('keydown', (event) => {
  if (!event.ctrlKey || event.key !== 'k') return
  event.preventDefault()
  palette.replaceChildren(document.createElement('input'))
  for (let at = 1; at <= 40; at += 1) {
    const offer = document.createElement('p')
    offer.textContent = 'Command ' + at
    palette.append(offer)
  }
  palette.showModal()
})
document.querySelector('input').focus()
`

const style = `
body { margin: 0; font: 16px/1.4 sans-serif }
section { position: sticky; top: 0; background: #fff; padding: 12px }
[role=row] { display: grid; grid-template-columns: repeat(7, 1fr); height: 34px; align-items: center; border-bottom: 1px solid #ddd }
[data-done] { background: #e4f3e6 }
`

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8"><title>Bare</title><link rel="stylesheet" href="/style.css">
<section aria-label="Last scan">Ready</section>
<label>Quantity <input></label>
<main></main>
<dialog></dialog>
<script type="module" src="/script.js"></script>
`

export interface BarePage {
  readonly url: string
  readonly close: () => Promise<void>
}

/** Serves the bare page with these lines on a free local port. */
export async function openBarePage(barcodes: readonly string[]): Promise<BarePage> {
  const send = (answer: ServerResponse, type: string, text: string) => {
    answer.writeHead(200, { 'content-type': type })
    answer.end(text)
  }
  const server: Server = createServer(({ url }, answer) => {
    if (url === '/script.js') send(answer, 'text/javascript', script)
    else if (url === '/style.css') send(answer, 'text/css', style)
    else if (url === '/lines') send(answer, 'application/json', JSON.stringify(barcodes))
    else send(answer, 'text/html', page)
  })
  await new Promise<void>((done) => server.listen(0, 'localhost', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
