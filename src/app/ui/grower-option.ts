import type { GrowerEntity } from '#core/wire/master-data.ts'
import type { Option } from './option.ts'

/** A grower as a picker option: number, name and distinguishing details. */
export function growerOption(
  { Id, GrowerEntity: name }: Pick<GrowerEntity, 'Id' | 'GrowerEntity'>,
  detail = '',
): Option {
  return {
    value: Id,
    label: name === '' ? Id : `${Id} - ${name}`,
    ...(detail !== '' && { detail }),
  }
}
