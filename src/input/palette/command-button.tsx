import { useState } from 'react'
import { Button, type ButtonProps } from '#app/ui/button.tsx'
import type { Arguments } from '#core/commands/command.ts'
import type { CommandId } from '#core/wire/command-ids.ts'
import { say, sayCode } from '#text/say.ts'
import { useVerdict } from '../engine/use-command.ts'
import { useInput } from '../input-context.ts'
import { buttonKeys } from './key-hint.ts'

interface CommandButtonProps
  extends Omit<ButtonProps, 'id' | 'reason' | 'hint' | 'fieldHint' | 'busy' | 'onClick' | 'onRefused'> {
  readonly id: CommandId
  readonly args?: Arguments
}

/**
 * Renders a command as a button with its title (or `children`), key, and the reason if it may not run. A
 * disabled button stays reachable by keyboard and screen reader; a press shows the reason.
 */
export function CommandButton({ id, args, children, ...rest }: CommandButtonProps) {
  const { registry, run } = useInput()
  const verdict = useVerdict(id, args)
  const [busy, setBusy] = useState(false)
  const keys = buttonKeys(registry.byId(id))
  const press = async () => {
    setBusy(true)
    try {
      await run(id, args, 'button')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      {...rest}
      data-command={id}
      busy={busy}
      reason={verdict === true ? undefined : sayCode(verdict.code, verdict.facts)}
      onClick={() => void press()}
      onRefused={() => void run(id, args, 'button')}
      {...keys}
    >
      {children ?? say(`command.${id}`)}
    </Button>
  )
}
