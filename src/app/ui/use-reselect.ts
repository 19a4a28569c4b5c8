import { type RefObject, useLayoutEffect } from 'react'

/**
 * Selects all of a focused field when its shown text changes, so that the next key replaces it. `shown` is
 * null while a person types.
 */
export function useReselect(
  input: RefObject<HTMLInputElement | null>,
  shown: string | null | undefined,
): void {
  useLayoutEffect(() => {
    if (shown !== null && input.current === document.activeElement) input.current?.select()
  }, [input, shown])
}
