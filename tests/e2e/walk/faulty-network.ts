/** Network faults of a walk: chosen at random, the same for the same seed. */
import type { Disturbance, Network } from '../support/network.ts'
import type { SeededRandom } from './seeded.ts'

const html = (title: string) =>
  `<!doctype html><html><head><title>${title}</title></head><body>${title}</body></html>`

// Responses of load balancers, firewalls and gateways, not of the product's server.
const foreignPages: readonly [Disturbance, ...Disturbance[]] = [
  { type: 'page', status: 404, contentType: 'text/plain', body: '404 page not found\n' },
  { type: 'page', status: 403, contentType: 'text/html', body: html('Access denied by policy') },
  { type: 'page', status: 408, contentType: 'text/html', body: html('Request Time-out') },
  { type: 'page', status: 413, contentType: 'text/html', body: html('413 Request Entity Too Large') },
  { type: 'page', status: 421, contentType: 'text/plain', body: 'Misdirected Request' },
  { type: 'page', status: 429, contentType: 'text/plain', body: 'slow down' },
  { type: 'page', status: 502, contentType: 'text/html', body: html('502 Bad Gateway') },
  { type: 'page', status: 503, contentType: 'text/html', body: html('Service Unavailable') },
  { type: 'page', status: 504, contentType: 'text/html', body: html('504 Gateway Time-out'), after: true },
  { type: 'page', status: 200, contentType: 'text/html', body: html('Guest network: sign in') },
  {
    type: 'page',
    status: 500,
    contentType: 'application/problem+json',
    body: '{"type":"about:blank","title":"Internal error","status":500,"code":"internal_error"}',
    after: true,
  },
]

/** Faults that last for a while. */
export type NetworkFault =
  | 'calm'
  | 'slow'
  | 'uneven'
  | 'losesRequests'
  | 'losesAnswers'
  | 'swallows'
  | 'foreignPages'
  | 'deadStreams'
export const networkFaults: readonly [NetworkFault, ...NetworkFault[]] = [
  'calm',
  'slow',
  'uneven',
  'losesRequests',
  'losesAnswers',
  'swallows',
  'foreignPages',
  'deadStreams',
]

/** Applies this fault to the network from now on. */
export function applyNetworkFault(network: Network, fault: NetworkFault, seeded: SeededRandom): void {
  const faultShare = 0.5
  network.disturb((method, path) => {
    const isStream = path.startsWith('changes')
    if (isStream) return fault === 'deadStreams' ? seeded.one(silences) : undefined
    if (fault === 'calm' || fault === 'deadStreams') return undefined
    if (fault === 'slow') return { type: 'delay', ms: 1500 }
    // Each request has a different delay, so responses arrive out of order.
    if (fault === 'uneven') return { type: 'delay', ms: seeded.one([0, 20, 300, 3000, 6000]) }
    if (!seeded.chance(faultShare)) return undefined
    if (fault === 'losesRequests') return { type: 'loseRequest' }
    if (fault === 'losesAnswers') return { type: 'loseAnswer' }
    if (fault === 'swallows')
      return method === 'GET' ? { type: 'delay', ms: 8000 } : { type: 'swallowAnswer' }
    return seeded.one(foreignPages)
  })
  if (fault === 'deadStreams') network.silenceStreams()
}

const silences: readonly [Disturbance, ...Disturbance[]] = [{ type: 'swallowAnswer' }, { type: 'silence' }]
