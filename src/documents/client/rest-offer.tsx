// What a line's shelf lacks, and the shelf that has the rest: said where the line is, with its command.
import { useEffect, useState } from 'react'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'
import type { DocumentSession } from './session/session.ts'
import type { OtherShelf } from './session/take-rest.ts'
import { useSessionPart } from './use-document-session.ts'
import './rest-offer.css'

interface RestOfferProps {
  readonly session: DocumentSession
  /** Left out: the current line. */
  readonly lineKey?: string
  /** In a table it is a cell across all columns. */
  readonly columns?: number
}

/**
 * Only for the current line, and only while its shelf lacks plants; nothing until the other shelf is known.
 */
export function RestOffer({ session, lineKey, columns }: RestOfferProps) {
  const key = useSessionPart(session, ({ current }) =>
    current !== null && (lineKey ?? current) === current ? current : '',
  )
  const lack = useSessionPart(session, () => session.lackOf(key))
  const line = useSessionPart(session, ({ sheet }) => sheet?.entries[key]?.line)
  const found = useOtherShelf(session, key, lack)
  if (lack === 0 || !line || found === undefined) return null
  const { barcode } = line
  const facts = { barcode, here: line.storageLocation, n: lack }
  return (
    <div className="rest-offer" {...(columns !== undefined && { role: 'cell', 'aria-colspan': columns })}>
      {found === null ? (
        <p>{say('documents.rest.none', facts)}</p>
      ) : (
        <>
          <p>{say('documents.rest.there', { ...facts, shelf: found.shelf, there: found.n })}</p>
          <CommandButton id="takeRest" args={{ barcode }} look="secondary">
            {say('documents.rest.take', { n: Math.min(lack, found.n), shelf: found.shelf })}
          </CommandButton>
        </>
      )}
    </div>
  )
}

interface Found {
  readonly of: string
  readonly shelf: OtherShelf | null | undefined
}

// The last one of each document: a layout that changes does not take it away for a moment.
const known = new WeakMap<DocumentSession, Found>()

// Asked once for each quantity that a line lacks; undefined: not known.
function useOtherShelf(session: DocumentSession, key: string, lack: number): OtherShelf | null | undefined {
  const wanted = `${key} ${lack}`
  const [found, setFound] = useState(() => known.get(session))
  useEffect(() => {
    if (lack === 0) return undefined
    let gone = false
    void session.otherShelf(key).then((shelf) => {
      if (gone) return
      known.set(session, { of: wanted, shelf })
      setFound({ of: wanted, shelf })
    })
    return () => {
      gone = true
    }
  }, [session, key, lack, wanted])
  return found?.of === wanted ? found.shelf : undefined
}
