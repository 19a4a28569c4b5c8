import { type ClipboardEvent, useState } from 'react'
import { say } from '#text/say.ts'

/**
 * For a field with a maximum length, which cuts pasted text: enters the only match of `find` in the whole
 * text, otherwise shows an error. Spread `field` on the input, and call `forget` with each change.
 */
export function usePaste(
  find: RegExp,
  enter: (found: string) => void,
): {
  readonly field: { readonly onPaste: (event: ClipboardEvent) => void; readonly error?: string }
  readonly forget: () => void
} {
  const [isUnclear, setUnclear] = useState(false)
  return {
    field: {
      onPaste: (event) => {
        event.preventDefault()
        const found = event.clipboardData.getData('text').match(find) ?? []
        const [only] = new Set(found)
        const isClear = only !== undefined && new Set(found).size === 1
        setUnclear(!isClear)
        if (isClear) enter(only)
      },
      ...(isUnclear && { error: say('documents.pasteUnclear') }),
    },
    forget: () => setUnclear(false),
  }
}
