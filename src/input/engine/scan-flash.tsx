// Shows a scan's result over the whole screen of a handheld, readable at a glance: colour, icon, quantity.
// It ignores pointer and keys, and disappears after 400 ms (scan-flash.css).
import { Icon } from '#app/ui/icon.tsx'
import { sayCount } from '#text/numbers.ts'
import type { Entry } from './scan-entry.ts'
import { toneIcons } from './tone-icons.ts'
import './scan-flash.css'

/**
 * Renders nothing for commands, whose effect is visible where they were given. `held`: an error waits for OK.
 */
export function ScanFlash({ entry, held }: { readonly entry: Entry; readonly held: boolean }) {
  const { raw, tone, args, quantity = args['quantity'] } = entry
  if (raw === '' || (held && tone !== 'error')) return null
  return (
    <div className="scan-flash" data-tone={tone}>
      <Icon name={toneIcons[tone]} />
      {tone !== 'error' && quantity !== undefined && (
        <span>{typeof quantity === 'number' ? sayCount(quantity) : quantity}</span>
      )}
    </div>
  )
}
