import { useEffect } from 'react'
import { onNews } from '#client/state/live.ts'

/** Calls back for each change of a kind of document (or of `stock`), by its number, and for everything with undefined. */
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
