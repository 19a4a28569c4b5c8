import type { GrowerEntity } from '#contract/master-data.ts'
import type { ComboboxOption } from './combobox.tsx'

/** A grower as pickers show one: number and name, beside it what else tells growers apart. */
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
