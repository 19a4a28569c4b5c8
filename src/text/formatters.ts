// Caches Intl formatters, because creating one is much slower than using it and a scan formats ten values.

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

/** Formats whole numbers with the thousands separators of a locale. */
export const numberFormat = keep((locale) => new Intl.NumberFormat(locale))
/** Selects the plural form of a number in a locale. */
export const pluralRules = keep((locale) => new Intl.PluralRules(locale))
/** Formats dates and times in a locale. */
export const dateFormat = keep(
  (locale, options: Intl.DateTimeFormatOptions | undefined) => new Intl.DateTimeFormat(locale, options),
)
/** Formats relative times in a locale: '3 hours ago'. */
export const relativeTimeFormat = keep((locale) => new Intl.RelativeTimeFormat(locale))
