// The answer of /health and /health/ready, for the app's health check, load balancers and clock comparison.
import * as v from 'valibot'

export const health = v.object({
  status: v.picklist(['ok', 'failing']),
  version: v.string(),
  /** The server's clock, ISO 8601 with milliseconds. */
  time: v.string(),
  database: v.object({
    engine: v.string(),
    reachable: v.boolean(),
    milliseconds: v.nullable(v.number()),
    /** The tables match this release and accept changes. Older servers omit it. */
    migrated: v.optional(v.boolean(), true),
    writable: v.optional(v.boolean(), true),
  }),
})
/** The answer of /health/live: the process is running, even if its database is not. */
export interface Liveness {
  readonly status: 'ok'
  readonly version: string
  readonly time: string
}
export type Health = v.InferOutput<typeof health>
