// Names of stored values. Has no imports, because the page's first script uses them too
// (app/shell/early-page.ts).

/** The key of the tokens, in the tab's storage. */
export const TOKENS = 'tokens'

/** The key of the workstation's settings. */
export const PREFERENCES = 'preferences'

/** The key of the document that is open, in the tab's storage. */
export const OPEN_DOCUMENT = 'open-document'

/** The name of a value in the browser's storage. */
export function storedName(key: string): string {
  return `trimline.${key}`
}
