import * as v from 'valibot'
import { LiveEvent } from '#features/live/common/live.ts'
import type { TestServer } from './server.ts'

type Of<Type extends LiveEvent['Type']> = Extract<LiveEvent, { Type: Type }>

/** A listener to the changes of other users. */
export interface ChangeListener {
  readonly response: Response
  /** All received news. */
  readonly heard: readonly LiveEvent[]
  /** Waits for news that match, in the past or the future. Returns null when the stream ends without them. */
  readonly until: <Type extends LiveEvent['Type']>(
    type: Type,
    fits?: (news: Of<Type>) => boolean,
  ) => Promise<Of<Type> | null>
  /** The position up to which all news have arrived. */
  readonly since: () => string | undefined
  readonly close: () => Promise<void>
}

/** Opens a stream as a demo user, from a position on. Without a user, `headers` identify the caller. */
export async function openChangeStream(
  server: Pick<TestServer, 'call'>,
  username: string | undefined,
  since?: string,
  headers: Record<string, string> = {},
): Promise<ChangeListener> {
  const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`
  const response = await server.call(username, 'GET', `changes${query}`, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const heard: LiveEvent[] = []
  let partialLine = ''
  const readOn = async (): Promise<boolean> => {
    const part = await reader?.read()
    if (!part || part.done) return false
    const lines = (partialLine + part.value).split('\n')
    partialLine = lines.pop() ?? ''
    heard.push(...lines.map((line) => v.parse(LiveEvent, JSON.parse(line))))
    return true
  }
  const until: ChangeListener['until'] = async (type, fits = () => true) => {
    const hasType = (news: LiveEvent): news is Of<typeof type> => news.Type === type
    let checkedCount = 0
    for (;;) {
      const found = heard.slice(checkedCount).filter(hasType).find(fits)
      if (found) return found
      checkedCount = heard.length
      if (!(await readOn())) return null
    }
  }
  return {
    response,
    heard,
    until,
    since: () => heard.findLast((news) => news.Type === 'beat' || news.Type === 'reload')?.Since,
    close: async () => reader?.cancel(),
  }
}

/** Like `openChangeStream`, but waits until the stream has begun. */
export async function openStartedStream(
  server: Pick<TestServer, 'call'>,
  username: string,
  since?: string,
): Promise<ChangeListener> {
  const ear = await openChangeStream(server, username, since)
  if (!(await ear.until('beat'))) throw new Error(`${username} hears nothing: ${ear.response.status}`)
  return ear
}
