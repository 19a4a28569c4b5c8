// Opens a PDF in a new tab when it cannot be printed. No hidden frame: it stays blank in Firefox.

// How long the tab can reload the PDF.
const PDF_URL_LIFETIME_MS = 10 * 60_000

/** Decodes base64 into bytes. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/**
 * Opens a PDF in a new tab. Returns false if the browser blocks it because the last user action is too old;
 * the caller then asks and opens it from the answer.
 */
export function openPdf(base64: string): boolean {
  const url = URL.createObjectURL(new Blob([bytesOf(base64)], { type: 'application/pdf' }))
  setTimeout(() => URL.revokeObjectURL(url), PDF_URL_LIFETIME_MS)
  return window.open(url, '_blank') !== null
}
