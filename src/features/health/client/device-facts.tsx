// The device's facts in the health check, with scanner and outbox.
import { useEffect, useState } from 'react'
import { isHandheld } from '#app/state/handheld.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { say } from '#text/say.ts'
import { checkDevice, checkWaiting, type DeviceReport, type WaitingReport } from './check-device.ts'
import { Fact } from './fact.tsx'

/** Lines of the list of facts, checked when it was shown. */
export function DeviceFacts() {
  const [device, setDevice] = useState<DeviceReport>()
  const [waiting, setWaiting] = useState<WaitingReport | 'unknown'>()
  useEffect(() => {
    void checkDevice().then(setDevice)
    void checkWaiting().then((found) => setWaiting(found ?? 'unknown'))
  }, [])
  return (
    <>
      <Fact name={say('healthFiles')} good={device && device.files !== 'none'}>
        {device ? say(`healthFiles.${device.files}`) : say('healthChecking')}
      </Fact>
      <Fact name={say('healthStorage')} good={device && (device.persisted === true || !isHandheld())}>
        {device ? say(`healthStorage.${device.persisted ?? false}`) : say('healthChecking')}
      </Fact>
      <Fact name={say('healthSpace')} good={device && (device.free ?? LEAST) >= LEAST}>
        {device ? spaceWords(device) : say('healthChecking')}
      </Fact>
      <Fact name={say('healthWaiting')} good={waiting && waiting !== 'unknown' && !isOverdue(waiting)}>
        {waiting ? waitingWords(waiting) : say('healthChecking')}
      </Fact>
    </>
  )
}

// Operations older than this, in milliseconds, need attention.
const OVERDUE = 24 * 60 * 60_000

const isOverdue = ({ oldest }: WaitingReport) => oldest !== undefined && Date.now() - oldest > OVERDUE

const waitingWords = (waiting: WaitingReport | 'unknown'): string => {
  if (waiting === 'unknown') return say('healthWaitingUnknown')
  const { n, oldest } = waiting
  return oldest === undefined
    ? say('healthWaitingNone')
    : say('healthWaitingWords', { n, at: formatTime(oldest) })
}

const MEGABYTE = 1_000_000
// Below this free space a day's work may not fit, in bytes.
const LEAST = 50 * MEGABYTE

const spaceWords = ({ used, free }: DeviceReport): string => {
  if (used === undefined || free === undefined) return say('healthSpaceUnknown')
  return say('healthSpaceWords', { used: megabytes(used), free: megabytes(free) })
}

const megabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(1)
