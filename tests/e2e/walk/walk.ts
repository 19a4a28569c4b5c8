/**
 * Runs one walk: two people and an administrator on the same documents, with faults of networks and devices.
 */
import type { Browser } from 'playwright/test'
import { Warehouse } from '../support/warehouse.ts'
import { Administrator } from './administrator.ts'
import { applyNetworkFault, networkFaults } from './faulty-network.ts'
import { checkOutboxScreen, compareScreens, findFalseClaims, settle } from './judge.ts'
import { createSeededRandom } from './seeded.ts'
import { formatStory, type StoryEntry } from './story.ts'
import { WalkDevice } from './walk-device.ts'
import { WalkingPerson } from './walking-person.ts'
import { makeDocuments } from './work-documents.ts'

export interface WalkReport {
  /** Checks that failed; empty if all passed. */
  readonly findings: readonly string[]
  /** The events in order, to find the cause of a failure. */
  readonly story: readonly string[]
}

// Steps per person in one walk.
const stepsEach = 24

/** @throws if a device never settles */
export async function walk(browser: Browser, seed: number): Promise<WalkReport> {
  const seeded = createSeededRandom(seed)
  const warehouse = await Warehouse.open()
  const users = ['pia.picker', 'lena.lead'] as const
  const devices: WalkDevice[] = []
  try {
    for (const [index, user] of users.entries()) {
      const size = seeded.chance(0.5) ? 'terminal' : 'handheld'
      // This person creates the documents, which needs a terminal.
      devices.push(await WalkDevice.open(browser, warehouse, user, index === 1 ? 'terminal' : size))
    }
    const [, lena] = devices
    if (!lena) throw new Error('Somebody must make the documents.')
    const documents = await makeDocuments(warehouse, lena.station)
    const people = devices.map((device) => new WalkingPerson(device, documents, seeded.branch(device.user)))
    const administrator = new Administrator(warehouse, documents, users, seeded.branch('administrator'))
    const story: StoryEntry[] = []
    const networkSeeded = seeded.branch('network')
    for (let step = 0; step < stepsEach; step += 1) {
      if (step % 4 === 0) {
        const fault = networkSeeded.one(networkFaults)
        applyNetworkFault(warehouse.network, fault, networkSeeded)
        story.push({ at: Date.now(), text: `step ${step}: network ${fault}` })
      }
      if (step % 6 === 5) await administrator.act()
      await Promise.all(people.map((person) => person.act()))
    }
    warehouse.network.recover()
    warehouse.network.disturb(() => undefined)
    await administrator.restore()
    const findings: string[] = []
    for (const device of devices) {
      const { waiting, findings: unsettled } = await settle(device)
      findings.push(...unsettled)
      if (unsettled.length > 0) continue
      try {
        findings.push(...(await compareScreens(browser, warehouse, device, documents, waiting)))
      } catch (error) {
        // The story shows how the device got there.
        findings.push(`${device.user}: ${String(error)}`)
        continue
      }
      findings.push(...(await checkOutboxScreen(device, waiting)))
      findings.push(...findFalseClaims(device.user, device.announcements, warehouse.network.exchanges))
      findings.push(...device.pageErrors.map((error) => `${device.user}: ${error}`))
    }
    const { broken } = await warehouse.readBooks(documents[0]?.number ?? '')
    findings.push(...broken)
    const events = formatStory(
      story,
      administrator.story,
      ...people.flatMap(({ story: own, device }) => [
        own,
        device.announcements.map(({ at, path, text }) => ({
          at,
          text: `${device.user} reads on ${path}: ${text}`,
        })),
      ]),
    )
    return { findings, story: events }
  } finally {
    for (const device of devices) await device.close()
    await warehouse.close()
  }
}
