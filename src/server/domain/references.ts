// Master data (part 1 section 3) that documents and stock refer to.
import type { Commodity, IssueToType, ReasonType } from '#core/wire/constants.ts'
import type {
  GrowerEntity,
  Location,
  NurseryEntity,
  ReasonCode,
  TrimSeason,
  TrimType,
  Variety,
} from '#core/wire/master-data.ts'

export interface ReferencesPort {
  readonly locations: (filter: { readonly activeOnly: boolean }) => Promise<readonly Location[]>
  /** Active seasons, newest first (`compareSeasons`). Setup suggests the first. */
  readonly seasons: () => Promise<readonly TrimSeason[]>
  /** null if the season does not exist or is inactive. */
  readonly season: (id: string) => Promise<TrimSeason | null>
  readonly trimTypes: () => Promise<readonly TrimType[]>
  /** Active growers, of one commodity or all. Those with this pick-up location come first. */
  readonly growers: (filter: {
    readonly commodity?: Commodity | undefined
    readonly location?: string | undefined
  }) => Promise<readonly GrowerEntity[]>
  /** Active growers of a commodity with plants in the location's grower storage. */
  readonly growersWithStorage: (filter: {
    readonly commodity: Commodity
    readonly location: string
  }) => Promise<readonly GrowerEntity[]>
  readonly nurseries: () => Promise<readonly NurseryEntity[]>
  readonly varieties: (filter: {
    readonly commodity: Commodity
    readonly code?: string | undefined
  }) => Promise<readonly Variety[]>
  readonly reasonCodes: (type: ReasonType) => Promise<readonly ReasonCode[]>
  /** All reason codes of a type, including inactive ones. */
  readonly allReasonCodes: (type: ReasonType) => Promise<readonly string[]>
  /** Whether the location is active. Locks it against deactivation until the transaction ends. */
  readonly lockIfActive: (location: string) => Promise<boolean>
  /** Whether there is an active grower or nursery with this id. */
  readonly canBeIssuedTo: (type: IssueToType, id: string) => Promise<boolean>
}
