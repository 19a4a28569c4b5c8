/**
 * Loads the embedded provider only when it is needed: it is the slowest part of a start. Its library warns
 * about Node 20 at every import; this one warning is suppressed.
 */
export async function loadEmbeddedIdentity() {
  const { warn } = console
  console.warn = (...words: unknown[]) => {
    if (!String(words[0]).includes('Unsupported runtime')) warn(...words)
  }
  try {
    return await import('./embedded.ts')
  } finally {
    console.warn = warn
  }
}
