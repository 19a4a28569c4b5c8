// Master data of the demo company: locations, publicly known varieties, trim types, reason codes.
import type { Commodity, ReasonType } from '#core/wire/constants.ts'

export interface DemoLocation {
  readonly code: string
  readonly description: string
  readonly timeZone: string
  /** Aisles of its cold store. Racks are numbered per aisle. */
  readonly aisles: readonly string[]
  /** Areas of its growers. Each district has a letter. */
  readonly areas: readonly string[]
}

export const locations: readonly DemoLocation[] = [
  {
    code: 'CAC',
    description: 'California Coast, Watsonville',
    timeZone: 'America/Los_Angeles',
    aisles: ['A', 'B', 'C', 'D', 'E', 'F'],
    areas: ['Pajaro Valley', 'Salinas Valley', 'Santa Maria', 'Oxnard Plain'],
  },
  {
    code: 'FLC',
    description: 'Central Florida, Plant City',
    timeZone: 'America/New_York',
    aisles: ['A', 'B'],
    areas: ['Hillsborough', 'Polk', 'Manatee'],
  },
  {
    code: 'ORW',
    description: 'Oregon, Willamette Valley',
    timeZone: 'America/Los_Angeles',
    aisles: ['A', 'B', 'C'],
    areas: ['North Willamette', 'Mid Willamette', 'Tualatin'],
  },
]

/** Code and name of ten varieties per commodity, all from public variety lists. */
export const varieties: Readonly<Record<Commodity, readonly (readonly [code: string, name: string])[]>> = {
  BLACK: [
    ['APACH', 'Apache'],
    ['CHEST', 'Chester Thornless'],
    ['LOCHN', 'Loch Ness'],
    ['NATCH', 'Natchez'],
    ['NAVAH', 'Navaho'],
    ['OUACH', 'Ouachita'],
    ['PA45', 'Prime-Ark 45'],
    ['PAFRE', 'Prime-Ark Freedom'],
    ['TRIPL', 'Triple Crown'],
    ['VON', 'Von'],
  ],
  BLUE: [
    ['BLUEC', 'Bluecrop'],
    ['DRAPE', 'Draper'],
    ['DUKE', 'Duke'],
    ['ELLIO', 'Elliott'],
    ['EMERA', 'Emerald'],
    ['JEWEL', 'Jewel'],
    ['LEGAC', 'Legacy'],
    ['LIBER', 'Liberty'],
    ['ONEAL', "O'Neal"],
    ['PATRI', 'Patriot'],
  ],
  RASP: [
    ['AUTBL', 'Autumn Bliss'],
    ['CANBY', 'Canby'],
    ['CAROL', 'Caroline'],
    ['GLENA', 'Glen Ample'],
    ['HERIT', 'Heritage'],
    ['MEEKE', 'Meeker'],
    ['NOVA', 'Nova'],
    ['POLKA', 'Polka'],
    ['TULAM', 'Tulameen'],
    ['WILLA', 'Willamette'],
  ],
  STRAW: [
    ['ALBIO', 'Albion'],
    ['CABRI', 'Cabrillo'],
    ['CAMAR', 'Camarosa'],
    ['CHAND', 'Chandler'],
    ['MONTE', 'Monterey'],
    ['PORTO', 'Portola'],
    ['SANAN', 'San Andreas'],
    ['SEASC', 'Seascape'],
    ['SWECH', 'Sweet Charlie'],
    ['ROYAL', 'Royal Royce'],
  ],
}

/** The trim types, and their commodities. */
export const trimTypes: readonly {
  readonly id: string
  readonly name: string
  readonly short: string
  readonly of: readonly Commodity[]
}[] = [
  { id: '1', name: 'FRESH DUG', short: 'FD', of: ['STRAW'] },
  { id: '2', name: 'FROZEN', short: 'FZ', of: ['STRAW'] },
  { id: '3', name: 'TRAY', short: 'TR', of: ['STRAW'] },
  { id: '4', name: 'BARE ROOT', short: 'BR', of: ['STRAW', 'RASP', 'BLACK'] },
  { id: '5', name: 'LONG CANE', short: 'LC', of: ['RASP', 'BLACK'] },
  { id: '6', name: 'ROOT', short: 'RT', of: ['RASP', 'BLACK'] },
  { id: '7', name: 'PLUG', short: 'PL', of: ['STRAW', 'RASP', 'BLACK', 'BLUE'] },
  { id: '8', name: 'LINER', short: 'LN', of: ['BLUE', 'BLACK'] },
  { id: '9', name: '1 GALLON', short: '1G', of: ['BLUE'] },
  { id: '10', name: 'TISSUE CULTURE', short: 'TC', of: ['BLUE', 'RASP'] },
]

export const reasonCodes: readonly {
  readonly type: ReasonType
  readonly code: string
  readonly description: string
}[] = [
  { type: 'DUMP', code: 'MOLD', description: 'Mold or rot in storage' },
  { type: 'DUMP', code: 'DRY', description: 'Dried out' },
  { type: 'DUMP', code: 'FREEZE', description: 'Freeze damage' },
  { type: 'DUMP', code: 'DISEASE', description: 'Disease found on inspection' },
  { type: 'DUMP', code: 'OFFTYPE', description: 'Off type or mixed variety' },
  { type: 'DUMP', code: 'HANDLING', description: 'Damaged in handling' },
  { type: 'DUMP', code: 'SURPLUS', description: 'Surplus at end of season' },
  { type: 'INVENTORY', code: 'OPENING', description: 'Opening stock' },
  { type: 'INVENTORY', code: 'COUNT', description: 'Physical count' },
  { type: 'INVENTORY', code: 'REGRADE', description: 'Graded again' },
  { type: 'INVENTORY', code: 'LABEL', description: 'Label was wrong' },
  { type: 'INVENTORY', code: 'SAMPLE', description: 'Taken for the laboratory' },
  { type: 'INVENTORY', code: 'ENTRY', description: 'Data entry corrected' },
  { type: 'INVENTORY', code: 'UNPLANTED', description: 'Not planted, came back' },
]
