// Commands of a list of documents.
import { refuse } from '#core/wire/refusals.ts'
import { type Command, NUMBER } from './command.ts'
import { defineCommands } from './define.ts'

export const listCommands: readonly Command[] = [
  ...defineCommands('list', [
    {
      id: 'newDocument',
      opensOtherScreen: true,
      keys: 'n',
      barcode: 'NEW',
      when: (list) => list.mayCreate(),
      run: (list) => list.create(),
    },
    {
      id: 'searchNumber',
      keys: '/, f3',
      barcode: 'SEARCH',
      arguments: NUMBER,
      run: (list, { number }) => list.search(number),
    },
    {
      id: 'showAll',
      keys: 'a',
      barcode: 'ALL',
      when: (list) => list.mayShowAll(),
      run: (list) => list.showAll(),
    },
    {
      id: 'sortList',
      keys: 'o',
      barcode: 'SORT',
      when: ({ sort }) => (sort ? true : refuse('notOnThisScreen')),
      run: ({ sort }) => sort?.(),
    },
    { id: 'nextRow', keys: 'j', run: (list) => list.move(1) },
    { id: 'previousRow', keys: 'k', run: (list) => list.move(-1) },
  ]),
  ...defineCommands('tabs', [
    { id: 'nextTab', opensOtherScreen: true, keys: 'b', barcode: 'TAB', run: (tabs) => tabs.next() },
  ]),
]
