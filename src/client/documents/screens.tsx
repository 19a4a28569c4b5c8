// The screens of a document kind in one of its modes, as routes mount them: kind and mode are data.
import { useParams } from 'wouter'
import { kinds } from '#kinds/index.ts'
import type { Kind, ListView, Mode } from '#kinds/kind.ts'
import { DocumentDetail } from './document-detail.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { DocumentList } from './document-list.tsx'

/** A list as a screen of its own. */
const listOf = (workflow: Kind, mode: Mode, view: ListView) => () => (
  <DocumentList workflow={workflow} mode={mode} view={view} />
)

const screensOf = (workflow: Kind, mode: Mode) => ({
  List: listOf(workflow, mode, mode.lists[0]),
  /** The second list of a kind that has two; the first again where there is one. */
  OtherList: listOf(workflow, mode, mode.lists[1] ?? mode.lists[0]),
  Edit: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentEditor key={number} workflow={workflow} mode={mode} number={number} />
  },
  Detail: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentDetail key={number} workflow={workflow} mode={mode} number={number} />
  },
  Receive: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentDetail key={number} workflow={workflow} mode={mode} number={number} stage="receive" />
  },
})

const { issuance, transfer, dump } = kinds
export const issuanceScreens = screensOf(issuance, issuance.modes.inventory)
export const transferScreens = screensOf(transfer, transfer.modes.inventory)
export const dumpScreens = screensOf(dump, dump.modes.inventory)
export const returnScreens = screensOf(kinds.return, kinds.return.modes.inventory)
export const storedIssuanceScreens = screensOf(issuance, issuance.modes.growerStorage)
export const storedDumpScreens = screensOf(dump, dump.modes.growerStorage)
