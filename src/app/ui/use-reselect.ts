import { type RefObject, useLayoutEffect } from 'react'

/**
 * Selects all of a focused field when the text that it shows changes; null while a person types. The next key
 * replaces it.
 */
export function useReselect(
  input: RefObject<HTMLInputElement | null>,
  shown: string | null | undefined,
): void {
  useLayoutEffect(() => {
    if (shown !== null && input.current === document.activeElement) input.current?.select()
  }, [input, shown])
}
