// The formatters of the platform. To make one takes far longer than to use it, and a scan says ten numbers
// and times: each is kept.

const keep = <Options extends object, Formatter>(
  make: (locale: string, options: Options | undefined) => Formatter,
) => {
  const made = new Map<string, Formatter>()
  return (locale: string, options?: Options): Formatter => {
    const key = options ? locale + JSON.stringify(options) : locale
    const known = made.get(key)
    if (known !== undefined) return known
    const fresh = make(locale, options)
    made.set(key, fresh)
    return fresh
  }
}

/** Whole numbers as a locale groups them. */
export const numbersOf = keep((locale) => new Intl.NumberFormat(locale))
/** Which plural form a locale has for a number. */
export const formsOf = keep((locale) => new Intl.PluralRules(locale))
/** Dates and times of a locale. */
export const datesOf = keep(
  (locale, options: Intl.DateTimeFormatOptions | undefined) => new Intl.DateTimeFormat(locale, options),
)
/** '3 hours ago' in a locale. */
export const agesOf = keep((locale) => new Intl.RelativeTimeFormat(locale))
