import type * as v from 'valibot'

type ObjectSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/** A call: relative path with `{name}` parameters, and the schemas of its request and answer. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: v.GenericSchema
  readonly answer: v.GenericSchema
  /**
   * Parameters and fields that are not sent to other servers, because only this server supports them. `all`:
   * only this server has the call.
   */
  readonly extensionOnly?: readonly string[] | 'all'
  /**
   * Fields beyond the specification. Another server gets one only if its own records of this kind have it.
   */
  readonly ifRead?: readonly string[]
  /** Maximum body size in bytes, if larger than the server's default limit. */
  readonly maxBodyBytes?: number
}

type Input<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> : undefined
type Output<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined

/** The arguments of a caller, before parsing. */
export type CallInput<C extends Call> = Parts<C, 'input'>
/** The request of a handler, after parsing. */
export type CallRequest<C extends Call> = Parts<C, 'output'>
/** The answer for a caller, after parsing. */
export type CallAnswer<C extends Call> = v.InferOutput<C['answer']>
/** The answer of a handler, before parsing. */
export type CallReply<C extends Call> = v.InferInput<C['answer']>

type Parts<C extends Call, Side extends 'input' | 'output'> = {
  [Part in 'params' | 'query' | 'body' as C[Part] extends v.GenericSchema
    ? Part
    : never]: Side extends 'input' ? Input<C[Part]> : Output<C[Part]>
}

/** Fills in a path's parameters, URL-encoded: `issuance/{id}` with `{ id: '10000123' }`. */
export function fillPath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}
