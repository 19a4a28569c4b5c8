// The filters of every stock search (part 2 sections 2.4 and 2.8).
import { STOCK_TYPES, type StockType } from '#core/wire/constants.ts'
import { say } from '#text/say.ts'
import type { Option } from './option.ts'
import { SelectField } from './select-field.tsx'

export interface StockFilterValues {
  readonly variety: string
  readonly trimType: string
  readonly stockType: StockType
}

const stockTypes = STOCK_TYPES.map((type): Option => ({ value: type, label: type }))

export function StockFilters({
  shows,
  varieties,
  trimTypes,
  values,
  onValues,
}: {
  readonly shows: readonly (keyof StockFilterValues)[]
  readonly varieties: readonly Option[]
  readonly trimTypes: readonly Option[]
  readonly values: StockFilterValues
  readonly onValues: (values: StockFilterValues) => void
}) {
  return (
    <>
      {shows.includes('variety') && (
        <SelectField
          label={say('documents.variety')}
          placeholder={say('documents.any')}
          options={varieties}
          value={values.variety}
          onValue={(variety) => onValues({ ...values, variety })}
        />
      )}
      {shows.includes('trimType') && (
        <SelectField
          label={say('documents.trimType')}
          placeholder={say('documents.any')}
          options={trimTypes}
          value={values.trimType}
          onValue={(trimType) => onValues({ ...values, trimType })}
        />
      )}
      {shows.includes('stockType') && (
        <SelectField
          label={say('documents.stockType')}
          options={stockTypes}
          value={values.stockType}
          onValue={(value) =>
            onValues({ ...values, stockType: STOCK_TYPES.find((type) => type === value) ?? 'ALL' })
          }
        />
      )}
    </>
  )
}
