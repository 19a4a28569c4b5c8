import { useEffect } from 'react'
import { onNews } from '#app/state/live.ts'

/**
 * Calls back for each change of a document kind (or `stock`) with its number, or with undefined if everything
 * must be reloaded.
 */
export function useNewsOf(kind: string, callBack: (number: string | undefined) => void): void {
  useEffect(
    () =>
      onNews((news) => {
        if (news.Type === 'reload') callBack(undefined)
        if (news.Type === 'change' && news.Kind === kind) callBack(news.Number)
      }),
    [kind, callBack],
  )
}
