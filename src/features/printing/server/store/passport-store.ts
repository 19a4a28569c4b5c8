import { eq, inArray } from 'drizzle-orm'
import type { PassportsPort } from '#features/printing/server/plant-passports.ts'
import { location, variety } from '#server/database/schema/reference.ts'
import { barcode } from '#server/database/schema/stock.ts'
import type { Queries, Transaction } from '#server/database/transaction.ts'

/** Reads the texts of plant passports for locations and lots. */
export function createPassportStore(queries: Queries | Transaction): PassportsPort {
  return {
    operatorAt: async (code) => {
      const [found] = await queries
        .select({
          number: location.operatorNumber,
          words: location.passportWords,
          zoneWords: location.zoneWords,
        })
        .from(location)
        .where(eq(location.code, code))
      return found ?? { number: '', words: '', zoneWords: '' }
    },
    lots: async (barcodes) => {
      const rows = await queries
        .select({
          barcode: barcode.barcode,
          commodity: barcode.commodity,
          variety: variety.description,
          botanicalName: variety.botanicalName,
          origin: barcode.origin,
          zonePests: variety.zonePests,
        })
        .from(barcode)
        .innerJoin(variety, eq(variety.code, barcode.varietyCode))
        .where(inArray(barcode.barcode, [...barcodes]))
      return new Map(rows.map(({ barcode: code, ...lot }) => [code, lot]))
    },
  }
}
