// Reads the print servers again when the reply to a change does not confirm it.
import { perform } from '#app/api/client.ts'
import { sources } from '#app/api/master-data.ts'
import { quoteReply } from '#app/ui/reason.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { isKnownSuccess } from '#core/wire/reply-messages.ts'
import { say } from '#text/say.ts'

/**
 * Returns the reason why a change of the print servers failed or is unconfirmed; undefined if it was made.
 * A server may reply without a message.
 */
export async function checkPrinterChange(
  location: string,
  message: string,
  isMade: (printers: readonly PrintServer[]) => boolean,
): Promise<string | undefined> {
  if (message.trim() === '' || isKnownSuccess(message)) return undefined
  const listed = await perform(sources.printServers(location).ask)
  if (!listed.ok) return say('printers.unclear', { message: quoteReply(message) })
  return isMade(listed.value) ? undefined : message
}
