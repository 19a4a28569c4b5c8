// Warns about letters that labels and reports cannot print. The name is never refused.
import { useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { performOrThrow } from '#app/api/use-ask.ts'
import { configAtom } from '#app/state/config.ts'
import {
  type RecordKind,
  type RecordValues,
  rulesOf,
  textOf,
} from '#features/maintenance/common/maintenance.ts'
import { preparePrinterCall } from '#features/printing/common/printer-setup.ts'
import { say } from '#text/say.ts'

// Scripts that the print fonts fully support: Latin, Greek and Cyrillic, punctuation and currencies.
const SUPPORTED_SCRIPTS = /^[\u0020-\u0233\u0370-\u0481\u2010-\u2027\u20a0-\u20bf]*$/u

/** Joins the texts of a record that may be printed. */
export function printedTextOf(kind: RecordKind, values: RecordValues): string {
  return rulesOf(kind)
    .fields.filter(({ control }) => control.type === 'text')
    .map(({ name }) => textOf(values, name))
    .join(' ')
}

/**
 * Shows the letters of a text that cannot be printed; nothing if there are none or the server does not
 * answer.
 */
export function UnprintableLetters({ text }: { readonly text: string }) {
  const offered = useAtomValue(configAtom)?.extensions.includes('printers') ?? false
  const { data = [] } = useQuery({
    queryKey: ['paperletters', text],
    queryFn: ({ signal }) =>
      performOrThrow(
        preparePrinterCall(
          'paper.letters',
          { query: { text: text.slice(0, 1000) } },
          ({ Missing }) => Missing,
        ),
        signal,
      ),
    enabled: offered && !SUPPORTED_SCRIPTS.test(text),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div role="status">
      {data.length > 0 && (
        <p className="callout tone-warning">
          {say('records.notOnPaper', { n: data.length, letters: data.join(' ') })}
        </p>
      )}
    </div>
  )
}
