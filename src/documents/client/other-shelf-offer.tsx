// Shows the plants that a line's shelf lacks, another shelf that has them, and the command to take them.
import { useEffect, useState } from 'react'
import { CommandButton } from '#input/palette/command-button.tsx'
import { say } from '#text/say.ts'
import type { OtherShelf } from './session/pick-remainder.ts'
import type { DocumentSession } from './session/session.ts'
import { useSessionPart } from './use-document-session.ts'
import './rest-offer.css'
import { missingPlantsOf, otherShelf } from './session/pick-remainder.ts'

interface RestOfferProps {
  readonly session: DocumentSession
  /** Omitted: the current line. */
  readonly lineKey?: string
  /** In a table, it is a cell across all columns. */
  readonly columns?: number
}

/** Rendered only for the current line while its shelf lacks plants, and once the other shelf is known. */
export function OtherShelfOffer({ session, lineKey, columns }: RestOfferProps) {
  const key = useSessionPart(session, ({ current }) =>
    current !== null && (lineKey ?? current) === current ? current : '',
  )
  const shortage = useSessionPart(session, () => missingPlantsOf(session.core, key))
  const line = useSessionPart(session, ({ sheet }) => sheet?.entries[key]?.line)
  const found = useOtherShelf(session, key, shortage)
  if (shortage === 0 || !line || found === undefined) return null
  const { barcode } = line
  const facts = { barcode, here: line.storageLocation, n: shortage }
  return (
    <div
      className="rest-offer layout-row"
      {...(columns !== undefined && { role: 'cell', 'aria-colspan': columns })}
    >
      {found === null ? (
        <p>{say('documents.rest.none', facts)}</p>
      ) : (
        <>
          <p>{say('documents.rest.there', { ...facts, shelf: found.shelf, there: found.n })}</p>
          <CommandButton id="takeRest" args={{ barcode }} look="secondary">
            {say('documents.rest.take', { n: Math.min(shortage, found.n), shelf: found.shelf })}
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

// The last result of each document, so that a layout change does not hide it.
const lastFound = new WeakMap<DocumentSession, Found>()

// Searches once for each missing quantity of a line; undefined: unknown.
function useOtherShelf(
  session: DocumentSession,
  key: string,
  shortage: number,
): OtherShelf | null | undefined {
  const searchKey = `${key} ${shortage}`
  const [found, setFound] = useState(() => lastFound.get(session))
  useEffect(() => {
    if (shortage === 0) return undefined
    let isStale = false
    void otherShelf(session.core, key).then((shelf) => {
      if (isStale) return
      lastFound.set(session, { of: searchKey, shelf })
      setFound({ of: searchKey, shelf })
    })
    return () => {
      isStale = true
    }
  }, [session, key, shortage, searchKey])
  return found?.of === searchKey ? found.shelf : undefined
}
