// Letters of a name that labels and reports cannot show: said when it is entered, and never refused.
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { performOrThrow } from '#app/api/use-ask.ts'
import { configAtom } from '#app/state/config.ts'
import { type RecordKind, type RecordValues, rulesOf, textOf } from '#core/wire/maintenance.ts'
import { askPrinters } from '#core/wire/printer-setup.ts'
import { say } from '#text/say.ts'

// Paper has these scripts whole: Latin, Greek and Cyrillic, punctuation and currencies.
const PLAIN = /^[\u0020-\u0233\u0370-\u0481\u2010-\u2027\u20a0-\u20bf]*$/u

/** The texts of a record that may be on paper, as one. */
export function paperTextOf(kind: RecordKind, values: RecordValues): string {
  return rulesOf(kind)
    .fields.filter(({ control }) => control.type === 'text')
    .map(({ name }) => textOf(values, name))
    .join(' ')
}

/** Says which letters of a text paper cannot show; nothing if it can, or if that is not known. */
export function PaperLetters({ text }: { readonly text: string }) {
  const offered = useAtomValue(configAtom)?.extensions.includes('printers') ?? false
  const { data = [] } = useQuery({
    queryKey: ['paperletters', text],
    queryFn: ({ signal }) =>
      performOrThrow(
        askPrinters('paper.letters', { query: { text: text.slice(0, 1000) } }, ({ Missing }) => Missing),
        signal,
      ),
    enabled: offered && !PLAIN.test(text),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div role="status">
      {data.length > 0 && (
        <p className="callout warning">
          {say('records.notOnPaper', { n: data.length, letters: data.join(' ') })}
        </p>
      )}
    </div>
  )
}
