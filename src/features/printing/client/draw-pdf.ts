// Renders PDFs with PDF.js on a canvas: the preview matches the print, works on handhelds without a PDF
// viewer, and needs no CSP exception. The worker is a local file.
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite makes the default export
import Worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'

// Maximum canvas width: sharp on high-density screens and within a handheld's memory.
const MAX_CANVAS_WIDTH_PX = 1600

/**
 * Draws the first page at the canvas width in CSS pixels. Rejects if the PDF is invalid or there is no
 * canvas.
 */
export async function drawFirstPage(
  canvas: HTMLCanvasElement,
  bytes: Uint8Array,
  width: number,
): Promise<void> {
  const port = new Worker()
  const worker = PDFWorker.create({ port })
  const task = getDocument({ data: bytes, worker, isEvalSupported: false, useWasm: false })
  try {
    const page = await (await task.promise).getPage(1)
    const { width: natural } = page.getViewport({ scale: 1 })
    const pixels = Math.min(MAX_CANVAS_WIDTH_PX, width * (window.devicePixelRatio || 1))
    const viewport = page.getViewport({ scale: pixels / natural })
    canvas.width = Math.round(viewport.width)
    canvas.height = Math.round(viewport.height)
    await page.render({ canvas, viewport }).promise
  } finally {
    await task.destroy()
    worker.destroy()
    port.terminate()
  }
}
