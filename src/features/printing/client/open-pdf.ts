// Fallback of printing: a PDF in a new tab. No hidden frame, which stays blank in Firefox.

// How long the PDF can be reloaded in its tab, in milliseconds.
const KEPT = 10 * 60_000

/** base64 as bytes. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/**
 * Opens a PDF in a new tab. False if the browser blocks it, because the person's last key or click was too
 * long ago: ask, and open it from the answer.
 */
export function openPdf(base64: string): boolean {
  const url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: 'application/pdf' }))
  setTimeout(() => URL.revokeObjectURL(url), KEPT)
  return window.open(url, '_blank') !== null
}
