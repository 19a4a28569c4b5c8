import { eq, sql } from 'drizzle-orm'
import type { DeviceProfile } from '#features/scanner-setup/common/device-profiles.ts'
import type { DeviceProfilesPort } from '#features/scanner-setup/server/device-profiles.ts'
import { deviceProfile } from '#server/database/schema/devices.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

/** Stores scanner profiles by device name. */
export function createDeviceProfileStore(queries: Queries | Transaction): DeviceProfilesPort {
  return {
    find: async (device) => {
      const [row] = await queries.select().from(deviceProfile).where(eq(deviceProfile.name, device))
      return row ? readRow(row) : null
    },
    lock: async (device) => {
      const [row] = await queries
        .select()
        .from(deviceProfile)
        .where(eq(deviceProfile.name, device))
        .for('update')
      return row ? readRow(row) : null
    },
    keep: async (device, profile, by) => {
      const storedValues = { profile, changedBy: by, changedAt: sql`now()` }
      const [row] = await queries
        .insert(deviceProfile)
        .values({ name: device, ...storedValues })
        .onConflictDoUpdate({ target: deviceProfile.name, set: storedValues })
        .returning()
      if (!row) throw new Error(`The profile of ${device} was not stored`)
      return readRow(row)
    },
  }
}

const readRow = (row: typeof deviceProfile.$inferSelect): DeviceProfile => ({
  DeviceName: row.name,
  Profile: row.profile,
  LastChangedBy: row.changedBy,
  LastChangedDateTime: row.changedAt.toISOString(),
})
