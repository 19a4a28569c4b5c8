import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { ComingInputContext, type Input, InputContext } from './input-context.ts'

const ArriveContext = createContext<((input: Input) => void) | undefined>(undefined)

/**
 * Where the input of the page arrives: around the screens from the start, so that they stay as they are, with the focus and
 * what was chosen on them, when it comes. `InputListener` brings it.
 */
export function InputPlace({ children }: { readonly children: ReactNode }) {
  const [input, setInput] = useState<Input>()
  const [coming] = useState(expectInput)
  const arrive = useCallback(
    (arrived: Input) => {
      setInput(arrived)
      coming.arrived(arrived)
    },
    [coming],
  )
  return (
    <ArriveContext value={arrive}>
      <InputContext value={input}>
        <ComingInputContext value={coming.input}>{children}</ComingInputContext>
      </InputContext>
    </ArriveContext>
  )
}

/** Puts the input into its place. Throws outside of an `InputPlace`: a mistake in the tree. */
export function useArrive(): (input: Input) => void {
  const arrive = useContext(ArriveContext)
  if (!arrive) throw new Error('There is no InputPlace above this component')
  return arrive
}

// A promise of the input, and how it is kept.
const expectInput = () => {
  let arrived: (input: Input) => void = () => undefined
  const input = new Promise<Input>((resolve) => {
    arrived = resolve
  })
  return {
    input,
    arrived: (value: Input) => {
      // What React marks a promise with that it has seen kept: components mounted from now on do not wait a moment.
      void Object.assign(input, { status: 'fulfilled', value })
      arrived(value)
    },
  }
}
