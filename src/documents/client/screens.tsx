// The screens of a document kind in one mode, for routes.
import { useParams } from 'wouter'
import { prefetch } from '#app/api/client.ts'
import type { Place } from '#app/state/place.ts'
import { lazyWithPrefetch } from '#app/ui/lazy-with-prefetch.tsx'
import { kinds } from '#core/kinds/index.ts'
import type { Kind, ListView, Mode } from '#core/kinds/kind.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { kindRoutes } from '#core/wire/kind-routes.ts'
import { DocumentDetail } from './document-detail.tsx'

// Most scans happen on a document, so its lists and editor load after it.
const list = lazyWithPrefetch(async () => (await import('./document-list.tsx')).DocumentList)
const editor = lazyWithPrefetch(async () => (await import('./document-editor.tsx')).DocumentEditor)
const { Component: DocumentList } = list
const { Component: DocumentEditor } = editor

/** Loads the code of lists and editor in advance, so that opening them needs no wait. */
export async function fetchListAndEditor(): Promise<void> {
  await Promise.all([list.fetch(), editor.fetch()])
}

/** Requests the document of this path before its screen is mounted. */
export function prefetchDocument(path: string, place: Place): void {
  const number = /\/(\d{8})$/.exec(path)?.[1]
  const found = kindRoutes.find(({ edit, detail, ...more }) =>
    [edit, detail, 'receive' in more ? more.receive : {}]
      .flatMap((addresses) => Object.values<string>(addresses))
      .some((address) => path.toLowerCase().startsWith(address.split(':')[0]?.toLowerCase() ?? address)),
  )
  if (number !== undefined && found) prefetch(kinds[found.kind].wire.detail(place, found.mode, number))
}

// A list as a screen of its own.
const listOf = (kind: Kind, mode: Mode, view: ListView) => () => (
  <DocumentList kind={kind} mode={mode} view={view} />
)

const screensIn = (kind: Kind, mode: Mode) => ({
  List: listOf(kind, mode, mode.lists[0]),
  /** The second list if the kind has two, else the first. */
  OtherList: listOf(kind, mode, mode.lists[1] ?? mode.lists[0]),
  Edit: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentEditor key={number} kind={kind} mode={mode} number={number} />
  },
  Detail: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentDetail key={number} kind={kind} mode={mode} number={number} />
  },
  Receive: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentDetail key={number} kind={kind} mode={mode} number={number} stage="receive" />
  },
})
export type DocumentScreens = ReturnType<typeof screensIn>

/** The screens of a kind in one mode; created once, by the route. */
export function screensOf(name: keyof typeof kinds, id: ModeId): DocumentScreens {
  const kind: Kind = kinds[name]
  return screensIn(kind, kind.modes[id] ?? kind.modes.inventory)
}
