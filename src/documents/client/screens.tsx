// The screens of a document kind in one mode, for routes: kind and mode are data.
import { useParams } from 'wouter'
import { performAhead } from '#app/api/client.ts'
import type { Place } from '#app/state/place.ts'
import { later } from '#app/ui/later.tsx'
import { kinds } from '#core/kinds/index.ts'
import type { Kind, ListView, Mode } from '#core/kinds/kind.ts'
import type { ModeId } from '#core/wire/constants.ts'
import { doors } from '#core/wire/doors.ts'
import { DocumentDetail } from './document-detail.tsx'

// Most scans are made on a document: its lists and its editor come once that is there.
const list = later(async () => (await import('./document-list.tsx')).DocumentList)
const editor = later(async () => (await import('./document-editor.tsx')).DocumentEditor)
const { Component: DocumentList } = list
const { Component: DocumentEditor } = editor

/** Fetches the code of lists and editor, so that nobody waits for it. */
export async function fetchListAndEditor(): Promise<void> {
  await Promise.all([list.fetch(), editor.fetch()])
}

/** Asks for the document of this path before its screen is mounted. */
export function readAhead(path: string, place: Place): void {
  const number = /\/(\d{8})$/.exec(path)?.[1]
  const door = doors.find(({ edit, detail, ...more }) =>
    [edit, detail, 'receive' in more ? more.receive : {}]
      .flatMap((addresses) => Object.values<string>(addresses))
      .some((address) => path.toLowerCase().startsWith(address.split(':')[0]?.toLowerCase() ?? address)),
  )
  if (number !== undefined && door) performAhead(kinds[door.kind].wire.detail(place, door.mode, number))
}

// A list as its own screen.
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
