// The error of a header field, shown during input.

import { checkDay } from '#core/kinds/dates.ts'
import type { Control } from '#core/kinds/header.ts'
import { isPartialTemperature } from '#core/wire/document-values.ts'
import { say, sayCode } from '#text/say.ts'

/** As a sentence; undefined while the input can still become valid. The input is never truncated. */
export function fieldFault(control: Control, value: string): string | undefined {
  switch (control.type) {
    case 'text':
    case 'lines':
      return value.length > control.most ? say('documents.tooLong', { most: control.most }) : undefined
    case 'temperature':
      return isPartialTemperature(value.trim()) ? undefined : say('rule.temperatureWrong')
    case 'date': {
      const fits = checkDay(value)
      return fits === true ? undefined : sayCode(fits.code, fits.facts)
    }
    default:
      return undefined
  }
}
