// The screens of a document kind in one mode, for routes: kind and mode are data.
import { useParams } from 'wouter'
import type { ModeId } from '#contract/constants.ts'
import { kinds } from '#kinds/index.ts'
import type { Kind, ListView, Mode } from '#kinds/kind.ts'
import { DocumentDetail } from './document-detail.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { DocumentList } from './document-list.tsx'

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
