import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '#core/kinds/index.ts'
import { seedDemo } from '#server/boot/demo/load.ts'
import { createAllPorts } from '#server/boot/ports.ts'
import type { Database } from '#server/database/database.ts'
import { demoUsers } from '#server/identity/demo-users.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { findBrokenInvariants } from '#tests/support/ledger-invariants.ts'

const options = { today: '2026-11-21', users: demoUsers }

// Returns the single row of a query over the whole database.
async function ask(database: Database, question: string): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await database.pool.query<Record<string, unknown>>(question)
  return rows[0] ?? {}
}

// Returns each table's row count and a hash of its content, independent of order. No row has the current
// time. UUIDs of documents differ from database to database.
async function fingerprints(database: Database): Promise<Readonly<Record<string, unknown>>> {
  const tables =
    'location trim_season trim_type variety grower nursery reason_code person person_key person_location ' +
    'barcode balance document issuance transfer adjustment_request dump plant_return document_line movement'
  const marks: Record<string, unknown> = {}
  for (const table of tables.split(' ')) {
    marks[table] = await ask(
      database,
      `select count(*)::int as rows, md5(string_agg(content, '' order by content)) as mark
       from (select md5((to_jsonb(record) - 'uuid')::text) as content from ${table} as record) as contents`,
    )
  }
  return marks
}

describe('a seeded database', () => {
  let database: Database
  let seeded = false
  beforeAll(async () => {
    database = await openTestDatabase()
    seeded = await seedDemo(database, options)
  })
  afterAll(() => database.close())

  test('has the data of a nursery', async () => {
    expect(seeded).toBe(true)
    expect(
      await ask(
        database,
        `select (select count(*) from location)::int as locations, (select count(*) from trim_season)::int as seasons,
          (select count(*) from variety)::int as varieties, (select count(*) from grower)::int as growers,
          (select count(*) from nursery)::int as nurseries, (select count(*) from barcode)::int as barcodes,
          (select count(*) from person)::int as people, (select count(distinct type) from reason_code)::int as reason_types`,
      ),
    ).toEqual({
      locations: 3,
      seasons: 8,
      varieties: 40,
      growers: 60,
      nurseries: 12,
      barcodes: 5_000,
      people: 7,
      reason_types: 2,
    })
  })

  test('fulfils the invariants of the ledger', async () => {
    expect(await findBrokenInvariants(database.pool)).toEqual([])
  })

  test('barcodes are unique and have ten capital letters and digits', async () => {
    expect(
      await ask(
        database,
        "select count(*)::int as wrong from barcode where barcode !~ '^[A-Z0-9]{10}$' or barcode <> upper(barcode)",
      ),
    ).toEqual({ wrong: 0 })
  })

  test('document numbers are in their range, and the next number follows them', async () => {
    expect(
      await ask(
        database,
        "select count(*)::int as wrong from document where number / 10000000 <> array_position(array['issuance', 'transfer', 'dump', 'return', 'request'], kind)",
      ),
    ).toEqual({ wrong: 0 })
    const stamp = { by: 'lena.lead', claimedAt: null }
    const { highest } = await ask(
      database,
      "select max(number) as highest from document where kind = 'issuance'",
    )
    const number = await database.transaction(async (transaction) => {
      const { documents, references } = createAllPorts(transaction)
      const [season] = await references.seasons()
      return documents.create(
        {
          kind: 'issuance',
          mode: 'inventory',
          status: 'CANCELLED',
          location: 'CAC',
          seasonId: season?.Id ?? '',
        },
        stamp,
        { step: 'create', concerns: ['CAC'] },
      )
    })
    expect(Number(number)).toBe(Number(highest) + 1)
    await database.pool.query('delete from document where number = $1', [number])
  })

  test('documents have every state, both kinds of stock, growers and nurseries', async () => {
    const { rows } = await database.pool.query<{ shape: string }>(
      `select distinct storage_type || ' ' || issue_to_type || ' ' || status as shape from document join issuance using (number)`,
    )
    const shapes = rows.map(({ shape }) => shape)
    for (const status of ['OPEN', 'RESERVED', 'SHIPPED', 'CANCELLED']) {
      expect(shapes).toContain(`INVENTORY Grower ${status}`)
      expect(shapes).toContain(`INVENTORY Nursery ${status}`)
      expect(shapes).toContain(`GROWERSTORAGE Grower ${status}`)
    }
    expect(shapes).not.toContain('GROWERSTORAGE Nursery OPEN')
    expect(
      await ask(
        database,
        `select count(*) filter (where picked = 0)::int > 0 as waiting, count(*) filter (where picked between 1 and lines - 1)::int > 0 as partly,
          count(*) filter (where picked = lines)::int > 0 as fully, count(*) filter (where lines >= 30)::int > 0 as long
        from (select count(*) as lines, count(*) filter (where document_line.status = 'PICKED') as picked
          from document join document_line using (number) where document.status = 'RESERVED' group by number) as reserved`,
      ),
    ).toEqual({ waiting: true, partly: true, fully: true, long: true })
  })

  test('transfers to and from the first location have every state, and some have opened requests', async () => {
    const { rows } = await database.pool.query<{ shape: string }>(
      `select distinct case when location = 'CAC' then 'from ' when destination_location_id = 'CAC' then 'to ' else '' end || status as shape
        from document join transfer using (number)`,
    )
    const shapes = rows.map(({ shape }) => shape)
    for (const status of ['OPEN', 'RESERVED', 'SHIPPED', 'RECEIVED', 'CANCELLED']) {
      expect(shapes).toEqual(expect.arrayContaining([`from ${status}`, `to ${status}`]))
    }
    expect(
      await ask(
        database,
        `select count(distinct status)::int as states, count(distinct location) filter (where status = 'OPEN')::int as places
          from document where kind = 'request'`,
      ),
    ).toEqual({ states: 2, places: 3 })
    const { balances } = await ask(
      database,
      `select count(distinct kind)::int as balances from balance
        where (kind = 'transit' and qty > 0) or (kind = 'adjusted' and place <> '' and qty < 0)`,
    )
    expect(balances).toBe(2)
  })

  test('dumps and returns have every state at the first location, and growers have plants there', async () => {
    const { rows } = await database.pool.query<{ shape: string }>(
      `select distinct kind || ' ' || storage_type || ' ' || status || case when exists (
          select from document_line where document_line.number = document.number) then '' else ' empty' end as shape
        from document where kind in ('dump', 'return') and location = 'CAC'`,
    )
    const shapes = rows.map(({ shape }) => shape)
    for (const storage of ['INVENTORY', 'GROWERSTORAGE']) {
      for (const state of ['OPEN', 'OPEN empty', 'DUMPED', 'CANCELLED']) {
        expect(shapes).toContain(`dump ${storage} ${state}`)
      }
    }
    expect(shapes).toEqual(
      expect.arrayContaining([
        'return INVENTORY OPEN',
        'return INVENTORY OPEN empty',
        'return INVENTORY POSTED',
      ]),
    )
    expect(
      await ask(
        database,
        `select count(distinct inventory_effect) filter (where status = 'POSTED')::int as effects,
          (select count(distinct place) from balance where kind = 'grower-storage' and owner = 'CAC' and qty > reserved)::int > 5 as keepers,
          (select count(*) from document_line join document using (number)
            where kind = 'dump' and document.status = 'OPEN' and document_line.status = 'DUMPED')::int > 0 as partly
        from document join plant_return using (number)`,
      ),
    ).toEqual({ effects: 2, keepers: true, partly: true })
  })

  test('the picker’s first location and season have pages of work', async () => {
    const { people, references, documents } = createAllPorts(database.queries)
    const locations = (await people.rightsOf(['pia.picker'])).get('pia.picker')?.locations ?? []
    const [season] = await references.seasons()
    const filter = {
      at: { InventoryLocation: locations[0] ?? '' },
      seasonId: season?.Id ?? '',
      mode: 'inventory',
      offset: 0,
      limit: 25,
    } as const
    expect((await documents.list(kinds.issuance, { ...filter, statuses: [] })).total).toBeGreaterThan(120)
    expect(
      (await documents.list(kinds.issuance, { ...filter, statuses: ['OPEN', 'RESERVED'] })).total,
    ).toBeGreaterThan(25)
  })

  test('every used code has its text', async () => {
    const { references } = createAllPorts(database.queries)
    const straw = await references.varieties({ commodity: 'STRAW' })
    expect(straw.find(({ Code }) => Code === 'ALBIO')?.Descript).toBe('Albion')
    expect(
      await ask(
        database,
        `select count(*)::int as wordless from variety where description = '' or description = code`,
      ),
    ).toEqual({ wordless: 0 })
    expect(
      await ask(
        database,
        `select count(*)::int as strangers from movement where reason <> ''
          and (case when to_kind = 'dumped' then 'DUMP' else 'INVENTORY' end, reason) not in (select type, code from reason_code)`,
      ),
    ).toEqual({ strangers: 0 })
    expect(
      await ask(
        database,
        `select count(*)::int as strangers from issuance where case issue_to_type
          when 'Grower' then not exists (select from grower where id = issue_to_nbr)
          else not exists (select from nursery where id = issue_to_nbr) end`,
      ),
    ).toEqual({ strangers: 0 })
  })

  test('movements are in order of time', async () => {
    expect(
      await ask(
        database,
        'select count(*)::int as before from (select at < lag(at) over (order by id) as back from movement) as pairs where back',
      ),
    ).toEqual({ before: 0 })
  })

  test('seeding again changes nothing', async () => {
    const before = await fingerprints(database)
    expect(await seedDemo(database, options)).toBe(false)
    expect(await seedDemo(database, { ...options, seed: 2, today: '2027-03-01' })).toBe(false)
    expect(await fingerprints(database)).toEqual(before)
  })
})

test('two databases that are seeded on the same day are equal', async () => {
  const [one, other] = [await openTestDatabase(), await openTestDatabase()]
  try {
    expect(await seedDemo(one, options)).toBe(true)
    expect(await seedDemo(other, options)).toBe(true)
    expect(await fingerprints(one)).toEqual(await fingerprints(other))
  } finally {
    await one.close()
    await other.close()
  }
})

test('a failure during seeding rolls everything back, and the next start seeds', async () => {
  const database = await openTestDatabase()
  try {
    // The last table refuses its rows: all others are already written.
    await database.pool.query("alter table movement add constraint nobody check (by <> 'ada.admin')")
    const refused = { table: 'movement', constraint: 'nobody' }
    await expect(seedDemo(database, options)).rejects.toMatchObject(refused)
    const empty = await fingerprints(database)
    expect(Object.values(empty)).toEqual(Object.values(empty).map(() => ({ rows: 0, mark: null })))
    await database.pool.query('alter table movement drop constraint nobody')
    expect(await seedDemo(database, options)).toBe(true)
    expect(await findBrokenInvariants(database.pool)).toEqual([])
  } finally {
    await database.close()
  }
})

test('generates the data before the transaction that stores it, since the database ends a transaction that is idle for long', async () => {
  const database = await openTestDatabase()
  let isOpen = false
  const generatedInside: boolean[] = []
  const numbersTaken: unknown[] = []
  const trackedDatabase: Database = {
    ...database,
    transaction: (work) =>
      database.transaction(async (transaction) => {
        const { rows } = await transaction.execute(sql`select is_called from issuance_number`)
        numbersTaken.push(...rows)
        isOpen = true
        const result = await work(transaction)
        isOpen = false
        return result
      }),
  }
  const observed = {
    ...options,
    get today() {
      generatedInside.push(isOpen)
      return options.today
    },
  }
  try {
    expect(await seedDemo(trackedDatabase, observed)).toBe(true)
    expect(new Set(generatedInside)).toEqual(new Set([false]))
    // The numbers are taken, so the documents were generated before.
    expect(numbersTaken).toEqual([{ is_called: true }])
  } finally {
    await database.close()
  }
})

test('a database in use is not seeded', async () => {
  const database = await openTestDatabase()
  try {
    await database.pool.query(
      "insert into location (code, description, time_zone) values ('OWN', 'Their own', 'Europe/Berlin')",
    )
    expect(await seedDemo(database, options)).toBe(false)
    expect(await ask(database, 'select count(*)::int as growers from grower')).toEqual({ growers: 0 })
  } finally {
    await database.close()
  }
})
