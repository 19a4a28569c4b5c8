// Sends a change once, also if it is sent again without an answer to the first attempt.
import { useRef } from 'react'
import { perform } from '#app/api/client.ts'
import { mayHaveSucceeded } from '#app/api/problem.ts'
import { type Cause, changeKey } from '#core/commands/command.ts'

/** Returns a function that performs a call: the same input as in an attempt without an answer has its key. */
export function useRepeatableCall(part: string) {
  const attempt = useRef<{ readonly input: string; readonly idempotencyKey: string } | null>(null)
  return async <Value>(call: Parameters<typeof perform<Value>>[0], cause: Cause) => {
    const input = JSON.stringify(call.input)
    const known = attempt.current?.input === input ? attempt.current.idempotencyKey : undefined
    const idempotencyKey = known ?? changeKey(cause, part)
    const result = await perform(call, { idempotencyKey })
    attempt.current = !result.ok && mayHaveSucceeded(result.error) ? { input, idempotencyKey } : null
    return result
  }
}
