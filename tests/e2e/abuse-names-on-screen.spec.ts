import * as v from 'valibot'
import { expect, test } from './support/test.ts'

const hostile = `<img src=x onerror="window.owned=1"><script>window.owned=1</script>{{7*7}}\${7*7}`

test.describe('Abuse 17: hostile names', () => {
  test('a name with markup is shown letter by letter and runs nothing', async ({ station, warehouse }) => {
    const { page } = station
    const tag = await warehouse.issuance()
    const { IssuanceHeader } = await warehouse.call(
      v.object({ IssuanceHeader: v.looseObject({ IssueToNbr: v.string(), TrimSeasonID: v.string() }) }),
      'lena.lead',
      `issuance/${tag}`,
    )
    const { IssueToNbr, TrimSeasonID } = IssuanceHeader
    await warehouse.call(v.unknown(), 'lena.lead', 'issuance', {
      IssuanceHeader: {
        TagNbr: tag,
        IssueToType: 'Grower',
        IssueToNbr,
        Status: 'OPEN',
        InventoryLocation: warehouse.place.location,
        TrimSeasonID,
        StorageType: 'INVENTORY',
        Comments: hostile,
        ReferenceNbr: '<b>bold</b>',
      },
      InventoryLines: [],
    })
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    // The full text as it was entered.
    await expect(page.locator('dd').filter({ hasText: '<img src=x' })).toHaveText(hostile)
    expect(await page.evaluate(() => (window as unknown as { owned?: number }).owned)).toBe(undefined)
    expect(await page.locator('main img[src="x"], main b').count()).toBe(0)
  })
})
