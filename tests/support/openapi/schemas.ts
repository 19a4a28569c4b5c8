// Converts the contract's schemas to JSON Schema, for request and response values.
import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import type * as v from 'valibot'
import { quantity, quantityOrNull } from '#core/wire/document-values.ts'
import { flag, id, idOrNull, text } from '#core/wire/primitives.ts'

export type { JsonSchema } from '@valibot/to-json-schema'

// Clients parse responses leniently (core/wire/primitives.ts). The server sends only these forms.
const forms = [
  [text, { type: 'string' }],
  [id, { type: 'string' }],
  [idOrNull, { type: ['string', 'null'] }],
  [quantity, { type: 'number' }],
  [quantityOrNull, { type: ['number', 'null'] }],
  [flag, { type: 'boolean' }],
] satisfies readonly (readonly [{ readonly pipe: readonly unknown[] }, JsonSchema])[]
const responseForms = new Map<unknown, JsonSchema>(forms.map(([{ pipe }, form]) => [pipe[0], form]))

/** The JSON schema of a request value. */
export function sentSchema(schema: v.GenericSchema): JsonSchema {
  return convert(schema, overrideSent)
}

/** The JSON schema of a response value. */
export function answeredSchema(schema: v.GenericSchema): JsonSchema {
  return convert(
    schema,
    ({ valibotSchema, jsonSchema }) =>
      responseForms.get(valibotSchema) ?? (valibotSchema.type === 'nullish' ? listOf(jsonSchema) : undefined),
  )
}

type Override = NonNullable<ConversionConfig['overrideSchema']>

const convert = (schema: v.GenericSchema, overrideSchema: Override): JsonSchema => {
  const { $schema: _, ...converted } = toJsonSchema(schema, {
    typeMode: 'input',
    // JSON Schema cannot express checks and transformations. A refusal's message names them.
    errorMode: 'ignore',
    overrideSchema,
  })
  return converted
}

const overrideSent: Override = ({ valibotSchema, jsonSchema }) => {
  if (isLiteral(valibotSchema)) return { type: 'string', const: valibotSchema.literal }
  const items = isWrapper(valibotSchema) ? lastOf(valibotSchema.wrapped) : undefined
  return items && { ...jsonSchema, ...sentSchema(items) }
}

const isLiteral = (schema: object): schema is { readonly literal: string } =>
  'literal' in schema && typeof schema.literal === 'string'

const isWrapper = (schema: object): schema is { readonly wrapped: v.GenericSchema } => 'wrapped' in schema

// Some lists are checked for length before their items are parsed; the item schema comes last.
const lastOf = (schema: v.GenericSchema): v.GenericSchema | undefined => {
  const schemas = 'pipe' in schema && Array.isArray(schema.pipe) ? schema.pipe.filter(isSchema) : []
  return schemas.length > 1 ? schemas.at(-1) : undefined
}
const isSchema = (item: unknown): item is v.GenericSchema =>
  typeof item === 'object' && item !== null && 'kind' in item && item.kind === 'schema'

// The server sends an empty list, never null.
const listOf = ({ anyOf = [] }: JsonSchema): JsonSchema | undefined =>
  anyOf.find((each): each is JsonSchema => typeof each === 'object' && each.type === 'array')
