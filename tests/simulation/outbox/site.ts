// The server that a device works with: the app's own one, or another one.

import type { Place } from '#core/kinds/document.ts'
import type { RuntimeConfig } from '#core/wire/runtime-config.ts'
import { barcodeOf } from '#tests/support/warehouse.ts'
import { OTHER, OTHER_BARCODES } from './other-server.ts'
import type { WorkedKind } from './page.ts'
import { PROVIDER } from './provider.ts'
import { BARCODES } from './server.ts'

export interface Site {
  readonly config: RuntimeConfig
  /** The base path of its calls. */
  readonly base: string
  /** The location and season in which a document is worked on. */
  readonly placeOf: (kind: WorkedKind) => Place
  readonly barcodes: readonly string[]
  /** The shelf whose stock is adjusted. */
  readonly shelf: string
  /** The grower of new issuances. */
  readonly grower: string
}

const CONFIG: RuntimeConfig = {
  apiBase: '/api/',
  oidc: { authority: PROVIDER, clientId: 'trimline', scope: 'openid' },
  groups: { admin: [], regular: ['workers'], readOnly: [], entityAdmin: [] },
  version: '1.0.0',
  extensions: ['printing', 'maintenance', 'history', 'trace', 'export', 'live', 'details', 'idempotency'],
}
const season = { id: 'S1', name: 'Straw 2026', commodity: 'STRAW' }

/** The app's own server. */
export const OWN_SITE: Site = {
  config: CONFIG,
  base: '/api/',
  placeOf: (kind) => ({ location: kind === 'transfer' ? 'SAL' : 'WAT', season }),
  barcodes: Array.from({ length: BARCODES.count }, (_, index) => barcodeOf(BARCODES.first + index)),
  shelf: 'A-01',
  grower: 'G1',
}

/** Another server: no extensions, no idempotency keys. */
export const OTHER_SITE: Site = {
  config: { ...CONFIG, apiBase: OTHER, extensions: [] },
  base: OTHER,
  placeOf: () => ({ location: 'WH1', season: { id: '5', name: 'RASP 2026', commodity: 'RASP' } }),
  barcodes: OTHER_BARCODES,
  shelf: 'A-1',
  grower: '41',
}
