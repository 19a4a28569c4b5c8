import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { type Input, InputPromiseContext } from '../input-context.ts'
import { createPortStack } from './port-stack.ts'
import { useDialogAnswers } from './use-command-ports.ts'

it('a dialog takes its answers as soon as it is visible, so that a key is not a number for the next scan', async () => {
  // As in a browser: effects after paint run later.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const place = document.createElement('div')
  const root = createRoot(place)
  onTestFinished(() => {
    root.unmount()
    vi.unstubAllGlobals()
  })
  const nothing: unknown = {}
  const ports = createPortStack({ shell: () => nothing as never, scanner: nothing as never })
  const engine = { addTarget: () => () => undefined }
  const input = { engine, ports, registry: nothing } as unknown as Input
  const coming = Object.assign(Promise.resolve(input), { status: 'fulfilled', value: input })
  const chosen: number[] = []
  const seen = new Promise<void>((resolve) => {
    new MutationObserver(() => resolve()).observe(place, { childList: true })
  }).then(() => ports.context().dialog?.choose?.(1))

  const Question = () => {
    useDialogAnswers({}, { choose: (number) => void chosen.push(number) })
    return <p>Why not?</p>
  }
  root.render(
    <InputPromiseContext value={coming}>
      <Question />
    </InputPromiseContext>,
  )
  await seen
  expect(place).toHaveTextContent('Why not?')
  expect(chosen).toEqual([1])
})
