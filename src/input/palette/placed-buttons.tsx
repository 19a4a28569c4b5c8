// Renders the buttons that commands declare for a place of the screen.
import { IconButton } from '#app/ui/button.tsx'
import type { Arguments, ButtonPlace } from '#core/commands/command.ts'
import { say } from '#text/say.ts'
import { useInput } from '../input-context.ts'

/** All buttons of the place, called with `args`, whose values are part of the label. */
export function PlacedButtons({ at, args }: { readonly at: ButtonPlace; readonly args: Arguments }) {
  const { registry, run } = useInput()
  return registry.commands.flatMap(({ id, button }) =>
    button?.at === at
      ? [
          <IconButton
            key={id}
            data-command={id}
            icon={button.icon}
            label={[say(`command.${id}`), ...Object.values(args)].join(' ')}
            onClick={() => void run(id, args, 'button')}
          />,
        ]
      : [],
  )
}
