/**
 * Loads the embedded provider on demand, because it is the slowest part of a start.
 * Suppresses its library's warning about Node 20.
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
