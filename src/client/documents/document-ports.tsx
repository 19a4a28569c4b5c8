// What an open document offers to commands and scans. A component of its own, which draws nothing: the page is not drawn
// again because a command has to be asked anew.
import { useEffect, useMemo } from 'react'
import type { ScannedLines } from '#client/input/engine/scan-entry.ts'
import { useCommandPorts } from '#client/input/engine/use-command-ports.ts'
import { useScanTarget } from '#client/input/engine/use-scan-target.tsx'
import { useInput } from '#client/input/input-context.ts'
import { requestPrint } from '#client/state/printing.ts'
import type { DocumentPort, PrintPort } from '#commands/context.ts'
import { refuse, type Verdict } from '#contract/refusals.ts'
import { mayPrint, reportOf, stageOf } from '#kinds/screens.ts'
import { aimAtEntry, findEntry } from '#kinds/worksheet.ts'
import { leaveLines } from './focus-line.ts'
import { offerTorn } from './offer-torn.ts'
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

/** What explains a refusal here: the document, and its line with the barcode or else the current one. */
const describe = ({ core }: DocumentSession, barcode: string | undefined): Facts => {
  const { sheet, current } = core.get()
  const { mode, stage } = core.parts
  if (!sheet) return {}
  const { document, entries } = sheet
  const entry =
    barcode === undefined ? (current === null ? undefined : entries[current]) : findEntry(sheet, barcode)
  const facts: Record<string, string | number | null> = {
    number: document.number,
    documentStatus: document.status,
    wanted: stage === 'edit' ? mode.searchStockType(document.header) : null,
    ...(entry && {
      barcode: entry.line.barcode,
      shelf: entry.line.storageLocation,
      stockType: entry.line.plant.stockType,
      status: entry.line.status,
      ordered: entry.line.ordered,
      picked: entry.line.picked,
      received: entry.line.received,
      available: entry.line.available,
    }),
  }
  return Object.fromEntries(
    Object.entries(facts).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}

/** How typed numbers reach the lines of a document. */
const linesOf = (session: DocumentSession): ScannedLines => {
  const { core } = session
  const entryOf = (barcode: string) => {
    const { sheet, current } = core.get()
    return sheet ? aimAtEntry(sheet, barcode, current, core.stage.lineAction.done) : undefined
  }
  return {
    // A line that has had its turn is pointed at, to be changed.
    wants: (barcode) => {
      if (core.parts.stage === 'edit') return true
      const entry = entryOf(barcode)
      return entry !== undefined && core.stage.lineAction.done(entry.line)
    },
    has: (barcode) => entryOf(barcode) !== undefined,
    show: (barcode, text) => {
      const entry = entryOf(barcode)
      if (entry) session.type(entry.key, text)
    },
    lead: (barcode) => {
      const entry = entryOf(barcode)
      if (entry) core.focus(entry.key)
    },
    leave: () => {
      core.release()
      // Drawing takes its time on slow devices; the next digit may be here before.
      leaveLines(performance.now())
    },
  }
}

type Facts = Readonly<Record<string, string | number>>

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
  const { verb, scans } = stageOf(workflow, stage)
  const reasoned = workflow.lineSteps[stageOf(workflow, stage).lineAction.step]?.reason !== undefined

  const port = useMemo((): DocumentPort => {
    const silent = (act: () => void) => () => {
      act()
      return undefined
    }
    return {
      kind: workflow.kind,
      stage,
      verb,
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
      describe: (barcode) => describe(session, barcode),
      mayUndo: session.mayUndo,
      undo: session.undo,
      ...(switchStage && {
        otherVerb: stageOf(workflow, inEditor ? 'detail' : 'edit').verb,
        switchStage: () => {
          session.reasons.goOn()
          switchStage()
        },
      }),
      ...(maySwitchStage && { maySwitchStage }),
      ...(updateHeader && { updateHeader }),
      ...(mayUpdateHeader && { mayUpdateHeader }),
      ...(reasoned && {
        reasons: {
          may: session.reasons.mayKeep,
          keep: session.reasons.keep,
          isKept: () => session.core.get().kept !== null,
          end: session.reasons.end,
          mayChange: session.reasons.mayChange,
          change: session.reasons.change,
        },
      }),
    }
  }, [
    session,
    workflow,
    stage,
    verb,
    reasoned,
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
  const printing = useMemo((): PrintPort => {
    const shown = () => session.core.get().sheet?.document
    return {
      may: () => {
        const document = shown()
        return document ? mayPrint(mode, document) : refuse('stillLoading')
      },
      print: () => {
        const document = shown()
        if (document) requestPrint({ kind: 'report', ...reportOf(mode, document) })
        return undefined
      },
    }
  }, [session, mode])
  useCommandPorts({ document: port, printing })

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
    lines: useMemo(() => linesOf(session), [session]),
    accepts: (candidate) => {
      if (candidate.kind === 'unknown' && candidate.hint === 'fragment')
        return offerTorn(session, candidate.text)
      if (candidate.kind !== 'barcode') return undefined
      if (scans.barcode === 'openDocument') return undefined
      const command = scans.barcode === 'addLine' ? 'addLine' : LINE_COMMAND[verb]
      return { type: 'intent', command, arguments: { barcode: candidate.barcode } }
    },
  })
  return null
}
