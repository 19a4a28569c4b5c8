import { type ClipboardEvent, useState } from 'react'
import { say } from '#text/say.ts'

type TextControl = HTMLInputElement | HTMLTextAreaElement

/**
 * Refuses pasted text that is too long for a field, because the browser would cut it silently. Call `forget`
 * with each change.
 */
export function usePasteLimit(most: number | undefined): {
  readonly refuseLong: (event: ClipboardEvent<TextControl>) => void
  readonly tooLong: string | undefined
  readonly forget: () => void
} {
  const [refused, setRefused] = useState<{ readonly n: number; readonly most: number }>()
  return {
    refuseLong: (event) => {
      if (most === undefined || event.defaultPrevented) return
      const { value, selectionStart, selectionEnd } = event.currentTarget
      const selectedLength = (selectionEnd ?? 0) - (selectionStart ?? 0)
      const free = most - value.length + selectedLength
      const n = event.clipboardData.getData('text').length
      const fits = n <= free
      setRefused(fits ? undefined : { n, most: Math.max(0, free) })
      if (!fits) event.preventDefault()
    },
    tooLong: refused && say('documents.pasteTooLong', refused),
    forget: () => setRefused(undefined),
  }
}
