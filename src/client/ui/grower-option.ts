import type { GrowerEntity } from '#contract/master-data.ts'
import type { ComboboxOption } from './combobox.tsx'

/** A grower as a picker option: number and name, with distinguishing facts beside it. */
export function growerOption(
  { Id, GrowerEntity: name }: Pick<GrowerEntity, 'Id' | 'GrowerEntity'>,
  detail = '',
): ComboboxOption {
  return {
    value: Id,
    label: name === '' ? Id : `${Id} - ${name}`,
    ...(detail !== '' && { detail }),
  }
}
