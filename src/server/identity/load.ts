/**
 * Loads the embedded provider when it is wanted: it is the heaviest part of a start. Its library remarks on every import
 * that Node 20 is not its favourite; the remark helps nobody who starts the server, so it alone is kept back.
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
