// The screens of a document kind in one of its modes, as routes mount them: kind and mode are data.
import { useParams } from 'wouter'
import { workflows } from '#workflows/index.ts'
import type { Mode, Workflow } from '#workflows/workflow.ts'
import { DocumentDetail } from './document-detail.tsx'
import { DocumentEditor } from './document-editor.tsx'
import { DocumentList } from './document-list.tsx'

const screensOf = (workflow: Workflow, mode: Mode) => ({
  List: () => <DocumentList workflow={workflow} mode={mode} />,
  Edit: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentEditor key={number} workflow={workflow} mode={mode} number={number} />
  },
  Detail: () => {
    const { number } = useParams<{ number: string }>()
    return <DocumentDetail key={number} workflow={workflow} mode={mode} number={number} />
  },
})

export const issuanceScreens = screensOf(workflows.issuance, workflows.issuance.modes.inventory)
