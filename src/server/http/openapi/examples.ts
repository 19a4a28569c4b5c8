// One example per call, recorded from a running server by `npm run docs`.

import type { DescribedCall } from './call-descriptions.ts'
import recorded from './examples.json' with { type: 'json' }

export interface Example {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
  readonly answer?: unknown
}

export const examples: Readonly<Partial<Record<DescribedCall, Example>>> = recorded
