// Renders PDFs with PDF.js on a canvas: the preview equals the print, also on handhelds without a PDF viewer,
// and the CSP needs no frame or plug-in. Its worker is a file of our own.
import { getDocument, PDFWorker } from 'pdfjs-dist/legacy/build/pdf.mjs'
// oxlint-disable-next-line import/default -- Vite makes the default export: a class whose objects are the worker
import Worker from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker'

// Maximum canvas width: what a high-density screen can show and a handheld's memory can hold.
const MOST_PIXELS = 1600

/**
 * Draws the first page at the canvas's width (CSS pixels). Rejects for an invalid PDF, or without a canvas.
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
    const pixels = Math.min(MOST_PIXELS, width * (window.devicePixelRatio || 1))
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
