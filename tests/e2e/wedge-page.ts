/** A test page with all kinds of fields and the wedge, without the app. */
import { Command } from 'cmdk'
import { createElement as h, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { listenForScans } from '#input/wedge/wedge.ts'

const record = {
  scans: [] as string[],
  fields: [] as (string | undefined)[],
  shortcuts: [] as string[],
  clicks: 0,
  submits: 0,
  changes: [] as string[],
  chosen: [] as string[],
}
Object.assign(window, {
  record,
  block: (ms: number) => {
    const end = performance.now() + ms
    while (performance.now() < end);
  },
})

function Form() {
  const [note, setNote] = useState('kept')
  return h(
    'form',
    {
      onSubmit: (event: { preventDefault: () => void }) => {
        event.preventDefault()
        record.submits += 1
      },
    },
    h('input', { id: 'plain', defaultValue: 'abcd' }),
    h('input', {
      id: 'controlled',
      value: note,
      onChange: (event: { target: { value: string } }) => {
        record.changes.push(event.target.value)
        setNote(event.target.value)
      },
    }),
    h('output', { id: 'state' }, note),
    h('input', { id: 'quantity', type: 'number', defaultValue: '40' }),
    h('input', { id: 'opted', 'data-scan': 'barcode' }),
    h('input', { id: 'off', 'data-scan': 'off' }),
    h('textarea', { id: 'area' }),
    h('input', { type: 'submit', value: 'Save' }),
    h(
      'button',
      {
        id: 'button',
        type: 'button',
        onClick: () => {
          record.clicks += 1
        },
      },
      'Pick',
    ),
  )
}

// A dialog and a palette that a person may have open during scans.
function Overlays() {
  // Like the app's palette: it filters itself, cmdk only handles the choice.
  const [text, setText] = useState('')
  const matches = ['ship', 'pick'].filter((name) => name.startsWith(text))
  return h(
    'div',
    null,
    h(
      'dialog',
      { id: 'dialog' },
      h(
        'button',
        {
          id: 'answer',
          type: 'button',
          onClick: () => {
            record.clicks += 1
          },
        },
        'Yes',
      ),
    ),
    h(
      Command,
      { label: 'Commands', shouldFilter: false },
      h(Command.Input, { value: text, onValueChange: setText }),
      h(
        Command.List,
        null,
        matches.map((name) => h(Command.Item, { key: name, onSelect: () => record.chosen.push(name) }, name)),
      ),
    ),
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(h('div', null, h(Form), h(Overlays)))

const stop = listenForScans(window, {
  onScan: ({ text, field }) => {
    record.scans.push(text)
    record.fields.push(field)
  },
  onShortcutKey: ({ key, target }) => {
    if (target === document.body) record.shortcuts.push(key)
  },
})
Object.assign(window, { setProfile: stop.setProfile })
