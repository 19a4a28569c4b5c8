// Commands of master data: an entry in its form, and stock that comes in by file.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, ImportPort, RecordPort } from './context.ts'

const onRecord =
  (may: (record: RecordPort) => Verdict) =>
  ({ record }: CommandContext): Verdict =>
    record ? may(record) : refuse('notOnThisScreen')

const onImport =
  (may: (port: ImportPort) => Verdict) =>
  ({ import: port }: CommandContext): Verdict =>
    port ? may(port) : refuse('notOnThisScreen')

export const recordCommands: readonly Command[] = [
  {
    // Function keys: the focus is in a field while an entry is edited.
    id: 'switchRecord',
    scope: 'record',
    keys: 'f6',
    barcode: 'RECORD.SWITCH',
    when: onRecord((record) => record.maySwitch()),
    run: ({ record }, _, cause) => record?.switch(cause),
  },
  {
    id: 'grantRights',
    scope: 'record',
    barcode: 'RECORD.RIGHTS',
    arguments: [{ name: 'preset', type: 'text', required: true }],
    when: onRecord((record) => record.mayGrant()),
    run: ({ record }, { preset }) => record?.grant(String(preset)),
  },
  {
    id: 'chooseFile',
    scope: 'import',
    keys: 'o, f3',
    barcode: 'FILE',
    when: onImport(() => true),
    run: ({ import: port }) => port?.choose(),
  },
  {
    id: 'checkFile',
    scope: 'import',
    keys: 'c, f4',
    barcode: 'FILE.CHECK',
    when: onImport((port) => port.mayCheck()),
    run: ({ import: port }) => port?.check(),
  },
  {
    id: 'importFile',
    scope: 'import',
    keys: 'f7',
    barcode: 'FILE.IMPORT',
    when: onImport((port) => port.mayImport()),
    run: ({ import: port }) => port?.import(),
  },
]
