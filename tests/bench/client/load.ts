// Measures the time, requests and bytes from opening the address to the first possible scan.
import type { CDPSession, Page } from 'playwright'

export interface Loaded {
  /** Until strip and lines are painted and ready, in milliseconds. */
  readonly ms: number
  /** Scripts and styles until then. */
  readonly files: number
  /** Their compressed bytes on the wire. */
  readonly bytes: number
  /** All requests until then, including calls and fonts. */
  readonly requests: number
  readonly shifts: number
  readonly longest: number
}

/** A phone's network in a hall: 150 ms round trip, 1.6 Mbit/s down, 0.75 Mbit/s up. */
export const slow4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 }
const unlimitedNetwork = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

interface Conditions {
  /** Without caches, as on the first visit; else with the caches of the last visit. */
  readonly cold: boolean
  readonly network?: typeof slow4G
  /** How many times slower the processor is. */
  readonly cpu: number
}

/** Opens `url` in a page with an installed probe. The page may be signed in already. */
export async function measureLoad(
  page: Page,
  session: CDPSession,
  url: string,
  { cold, network = unlimitedNetwork, cpu }: Conditions,
): Promise<Loaded> {
  const started = new Map<string, { readonly isFile: boolean; bytes: number; open: boolean }>()
  const onStart = (event: { requestId: string; request: { url: string } }) => {
    const { origin, pathname } = new URL(event.request.url)
    if (origin !== new URL(url).origin || /^\/(api\/(changes|presence)|sw\.js)/.test(pathname)) return
    started.set(event.requestId, { isFile: /\.(js|css)$/.test(pathname), bytes: 0, open: true })
  }
  const onEnd = (event: { requestId: string; encodedDataLength: number }) => {
    const request = started.get(event.requestId)
    if (request) Object.assign(request, { bytes: event.encodedDataLength, open: false })
  }
  await page.bringToFront()
  await page.goto('about:blank')
  await session.send('Network.enable')
  await session.send('Network.setBypassServiceWorker', { bypass: cold })
  if (cold) await session.send('Network.clearBrowserCache')
  await session.send('Network.emulateNetworkConditions', { offline: false, ...network })
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  session.on('Network.requestWillBeSent', onStart)
  session.on('Network.loadingFinished', onEnd)
  try {
    await page.goto(url, { waitUntil: 'commit' })
    await page.waitForFunction(() => window.probe.ready !== undefined, undefined, { polling: 20 })
    const seen = [...started.values()]
    const files = seen.filter(({ isFile, open }) => isFile && !open)
    const loaded = await page.evaluate(() => {
      const { ready = 0, shifts, longest } = window.probe
      return { ms: ready, shifts, longest }
    })
    return {
      ...loaded,
      files: files.length,
      bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
      requests: seen.length,
    }
  } finally {
    session.off('Network.requestWillBeSent', onStart)
    session.off('Network.loadingFinished', onEnd)
    await session.send('Network.emulateNetworkConditions', { offline: false, ...unlimitedNetwork })
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  }
}
