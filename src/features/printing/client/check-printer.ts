// Reads the print servers again after a change whose reply does not show whether it was made.
import { perform } from '#app/api/client.ts'
import { sources } from '#app/api/master-data.ts'
import { quoteReply } from '#app/ui/reason.ts'
import type { PrintServer } from '#core/wire/print-server.ts'
import { isKnownSuccess } from '#core/wire/reply-messages.ts'
import { say } from '#text/say.ts'

/**
 * Why a change of a location's print servers was not made, or is not known to be; undefined: it was made. A
 * server may answer without a message.
 */
export async function refusalAfter(
  location: string,
  message: string,
  isMade: (printers: readonly PrintServer[]) => boolean,
): Promise<string | undefined> {
  if (message.trim() === '' || isKnownSuccess(message)) return undefined
  const listed = await perform(sources.printServers(location).ask)
  if (!listed.ok) return say('printers.unclear', { message: quoteReply(message) })
  return isMade(listed.value) ? undefined : message
}
