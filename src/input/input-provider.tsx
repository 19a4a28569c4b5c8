import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { type Input, InputContext, InputPromiseContext } from './input-context.ts'

const DeliverContext = createContext<((input: Input) => void) | undefined>(undefined)

/**
 * Provides the page's input. It wraps the screens from the start, so that they keep focus and state when
 * `InputListener` delivers the input.
 */
export function InputProvider({ children }: { readonly children: ReactNode }) {
  const [input, setInput] = useState<Input>()
  const [pending] = useState(createInputPromise)
  const arrive = useCallback(
    (arrived: Input) => {
      setInput(arrived)
      pending.arrived(arrived)
    },
    [pending],
  )
  return (
    <DeliverContext value={arrive}>
      <InputContext value={input}>
        <InputPromiseContext value={pending.input}>{children}</InputPromiseContext>
      </InputContext>
    </DeliverContext>
  )
}

/** Returns the function that delivers the input. Throws outside of an `InputProvider`. */
export function useDeliverInput(): (input: Input) => void {
  const arrive = useContext(DeliverContext)
  if (!arrive) throw new Error('There is no InputPlace above this component')
  return arrive
}

// A promise of the input, and its resolve function.
const createInputPromise = () => {
  let arrived: (input: Input) => void = () => undefined
  const input = new Promise<Input>((resolve) => {
    arrived = resolve
  })
  return {
    input,
    arrived: (value: Input) => {
      // Marks the promise as resolved for React, so that components mounted later do not suspend.
      void Object.assign(input, { status: 'fulfilled', value })
      arrived(value)
    },
  }
}
