// Facts for the command that switches location and season.

interface At {
  readonly location: string
  readonly season: { readonly id: string; readonly name: string; readonly commodity: string }
}

/** The facts that `switchPlace` reads: the place, and the address to open there. */
export function switchPlaceFacts({ location, season }: At, path: string) {
  return {
    toLocation: location,
    toSeasonId: season.id,
    toSeason: season.name,
    toCommodity: season.commodity,
    path,
  }
}
