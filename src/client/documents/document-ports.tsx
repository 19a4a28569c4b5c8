// What an open document offers to commands and scans. A component of its own, which draws nothing: the page is not drawn
// again because a command has to be asked anew.
import { useEffect, useMemo } from 'react'
import { useInput } from '#client/input/input-context.ts'
import { useCommandPorts } from '#client/input/use-command-ports.ts'
import { useScanTarget } from '#client/input/use-scan-target.tsx'
import type { DocumentPort } from '#commands/context.ts'
import type { Verdict } from '#contract/refusals.ts'
import { stageOf } from '#workflows/screens.ts'
import type { DocumentSession } from './session/session.ts'
import { LINE_COMMAND } from './stage-commands.ts'
import { useSessionPart } from './use-document-session.ts'

export interface DocumentPortsProps {
  readonly session: DocumentSession
  readonly openSearch?: () => void
  readonly editHeader?: () => void
  readonly mayEditHeader?: () => Verdict
  readonly switchStage?: () => void
  readonly maySwitchStage?: () => Verdict
  readonly updateHeader?: NonNullable<DocumentPort['updateHeader']>
  readonly mayUpdateHeader?: () => Verdict
}

export const DocumentPorts = ({
  session,
  openSearch,
  editHeader,
  mayEditHeader,
  switchStage,
  maySwitchStage,
  updateHeader,
  mayUpdateHeader,
}: DocumentPortsProps) => {
  const input = useInput()
  const { workflow, mode, stage, number } = session.core.parts
  const ready = useSessionPart(session, (state) => state.sheet !== null || state.problem !== null)
  const inEditor = stage === 'edit'

  const port = useMemo((): DocumentPort => {
    const silent = (act: () => void) => () => {
      act()
      return undefined
    }
    return {
      kind: workflow.kind,
      stage,
      number,
      may: session.may,
      take: session.take,
      currentBarcode: () => {
        const { sheet, current } = session.core.get()
        return current === null ? undefined : sheet?.entries[current]?.line.barcode
      },
      mayActOnLine: session.mayActOnLine,
      actOnLine: session.actOnLine,
      ...(inEditor && {
        mayAddLine: session.mayAddLine,
        addLine: session.addLine,
        mayDeleteLine: session.mayDeleteLine,
        deleteLine: session.deleteLine,
      }),
      ...(openSearch && { openSearch: silent(openSearch) }),
      ...(editHeader && { editHeader: silent(editHeader) }),
      ...(mayEditHeader && { mayEditHeader }),
      mayUndo: session.mayUndo,
      undo: session.undo,
      ...(switchStage && { switchStage }),
      ...(maySwitchStage && { maySwitchStage }),
      ...(updateHeader && { updateHeader }),
      ...(mayUpdateHeader && { mayUpdateHeader }),
    }
  }, [
    session,
    workflow,
    stage,
    number,
    inEditor,
    openSearch,
    editHeader,
    mayEditHeader,
    switchStage,
    maySwitchStage,
    updateHeader,
    mayUpdateHeader,
  ])
  useCommandPorts({ document: port })

  useEffect(
    () =>
      session.core.subscribe(() => {
        input.ports.changed()
        input.engine.poke()
      }),
    [session, input],
  )

  useScanTarget({
    level: 'screen',
    id: [workflow.kind, mode.id, stage, number].join('.'),
    ready,
    accepts: (candidate) => {
      if (candidate.kind !== 'barcode') return undefined
      const meaning = stageOf(workflow, stage).scans.barcode
      if (meaning === 'openDocument') return undefined
      const command = meaning === 'addLine' ? 'addLine' : LINE_COMMAND[stage]
      return { type: 'intent', command, arguments: { barcode: candidate.barcode } }
    },
  })
  return null
}
