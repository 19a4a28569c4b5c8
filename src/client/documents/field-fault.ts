// What is wrong with one field of a header as it stands, said beside it while it is filled in.
import { isTemperatureBegun } from '#contract/primitives.ts'
import { dayFits } from '#kinds/dates.ts'
import type { Control } from '#kinds/kind.ts'
import { say, sayCode } from '#text/say.ts'

/** As a sentence; undefined while it may still become right. Nothing that was typed is cut to make it fit. */
export function fieldFault(control: Control, value: string): string | undefined {
  switch (control.type) {
    case 'text':
    case 'lines':
      return value.length > control.most ? say('documents.tooLong', { most: control.most }) : undefined
    case 'temperature':
      return isTemperatureBegun(value.trim()) ? undefined : say('rule.temperatureWrong')
    case 'date': {
      const fits = dayFits(value)
      return fits === true ? undefined : sayCode(fits.code, fits.facts)
    }
    default:
      return undefined
  }
}
