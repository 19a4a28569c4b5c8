import { mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Disk, noneSurvive } from '#tests/power/disk.ts'
import { PowerLog } from '#tests/power/recorder.ts'
import { expectAndRecord } from './support/expect-and-record.ts'
import { browseWith } from './support/profile.ts'
import { expect, test } from './support/test.ts'
import { Warehouse } from './support/warehouse.ts'
import { Workstation } from './support/workstation.ts'

test.describe.configure({ timeout: 300_000 })

// The disks of the handheld and the server lose unsynced data. The handheld's file system has a journal:
// browsers sync files but not each folder.
test('Fault 09: the power is lost everywhere: what was confirmed and what was saved on this device are there afterwards', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'trimline-power-'))
  const profile = join(folder, 'profile')
  mkdirSync(profile)
  const device = {
    disk: new Disk(profile, 'journal'),
    log: new PowerLog(profile, join(folder, 'device.log')),
  }
  let server: { readonly disk: Disk; readonly log: PowerLog } | undefined
  const warehouse = await Warehouse.open({
    prepare: (data) => {
      server = { disk: new Disk(data), log: new PowerLog(data, join(folder, 'server.log')) }
      return server.log.environment
    },
  })
  try {
    const barcodes = await warehouse.plants(3)
    const [first = '', second = '', third = ''] = barcodes
    const tag = await warehouse.issuance(barcodes.map((barcode) => ({ barcode, ordered: 40 })))
    const browser = await browseWith(profile, device.log.environment)
    const station = await Workstation.at(browser.pages()[0] ?? (await browser.newPage()), warehouse.url)
    await station.begin('pia.picker', warehouse.place)
    await station.openIssuance(tag)
    await station.scanner.scan(first)
    await expectAndRecord(station.strip, `${first}: picked 40 of 40.`)
    await station.unplug()
    await station.scanner.scan(second, third)
    await expectAndRecord(station.strip, `${third}: 40 saved on this device.`)

    // The power cut: ignores everything that the processes write after this moment.
    const cut = { device: device.log.length, server: server?.log.length ?? 0 }
    await warehouse.kill()
    await browser.close()
    device.disk.replay(device.log.path, cut.device)
    const survivingProfile = join(folder, 'kept')
    device.disk.writeTo(survivingProfile, noneSurvive)
    server?.disk.replay(server.log.path, cut.server)
    await rm(warehouse.dataFolder, { recursive: true })
    server?.disk.writeTo(warehouse.dataFolder, noneSurvive)
    await warehouse.startAgain()
    expect((await warehouse.summaryOf(tag)).lines).toContain(`${first} PICKED 40/40`)

    const again = await browseWith(survivingProfile)
    const next = await Workstation.at(again.pages()[0] ?? (await again.newPage()), warehouse.url)
    await next.storePlace(warehouse.place)
    await next.open()
    expect(await next.waitingInOutbox()).toBe(2)
    await next.signIn('pia.picker')
    await expect
      .poll(async () => (await warehouse.summaryOf(tag)).lines, { timeout: 60_000 })
      .toEqual(barcodes.map((barcode) => `${barcode} PICKED 40/40`).toSorted())
    await again.close()
    expect((await warehouse.readBooks(tag)).broken).toEqual([])
  } finally {
    await warehouse.close()
    await rm(folder, { recursive: true, force: true })
  }
})
