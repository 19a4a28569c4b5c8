// Commands of a list of documents.
import { refuse, type Verdict } from '#contract/refusals.ts'
import type { Command } from './command.ts'
import type { CommandContext, ListPort } from './context.ts'

const onList =
  (may: (list: ListPort) => Verdict = () => true) =>
  ({ list }: CommandContext): Verdict =>
    list ? may(list) : refuse('notOnThisScreen')

const move = (by: 1 | -1): Command['run'] => {
  return ({ list }) => {
    list?.move(by)
    return undefined
  }
}

export const listCommands: readonly Command[] = [
  {
    id: 'newDocument',
    leaves: true,
    scope: 'list',
    keys: 'n',
    barcode: 'NEW',
    when: onList((list) => list.mayCreate()),
    run: ({ list }) => list?.create(),
  },
  {
    id: 'searchNumber',
    scope: 'list',
    keys: '/, f3',
    barcode: 'SEARCH',
    arguments: [{ name: 'number', type: 'number', required: false }],
    when: onList(),
    run: ({ list }, { number }) => list?.search(number === undefined ? undefined : String(number)),
  },
  {
    id: 'showAll',
    scope: 'list',
    keys: 'a',
    barcode: 'ALL',
    when: onList((list) => (list.showAll ? true : refuse('notOnThisScreen'))),
    run: ({ list }) => list?.showAll?.(),
  },
  { id: 'nextRow', scope: 'list', keys: 'j', when: onList(), run: move(1) },
  { id: 'previousRow', scope: 'list', keys: 'k', when: onList(), run: move(-1) },
  {
    id: 'nextTab',
    leaves: true,
    scope: 'tabs',
    keys: 'b',
    barcode: 'TAB',
    when: ({ tabs }) => (tabs ? true : refuse('notOnThisScreen')),
    run: ({ tabs }) => tabs?.next(),
  },
]
