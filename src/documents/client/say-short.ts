import type { Shortfall } from '#core/kinds/document.ts'
import { say } from '#text/say.ts'

/** '1 line short by 350'; '' if no line is short. */
export function sayShort({ lines, plants }: Shortfall): string {
  return lines === 0 ? '' : say('documents.short', { n: lines, by: plants })
}
