// The device's part of the health check, with storage and outbox.
import { useEffect, useState } from 'react'
import { isHandheld } from '#app/state/handheld.ts'
import { formatTime } from '#app/ui/format-moment.ts'
import { say } from '#text/say.ts'
import { checkDevice, checkPending, type DeviceReport, type PendingReport } from './check-device.ts'
import { Fact } from './fact.tsx'

/** Lists facts that are checked when the list mounts. */
export function DeviceFacts() {
  const [device, setDevice] = useState<DeviceReport>()
  const [waiting, setWaiting] = useState<PendingReport | 'unknown'>()
  useEffect(() => {
    void checkDevice().then(setDevice)
    void checkPending().then((found) => setWaiting(found ?? 'unknown'))
  }, [])
  return (
    <>
      <Fact name={say('healthFiles')} good={device && device.files !== 'none'}>
        {device ? say(`healthFiles.${device.files}`) : say('healthChecking')}
      </Fact>
      <Fact name={say('healthStorage')} good={device && (device.persisted === true || !isHandheld())}>
        {device ? say(`healthStorage.${device.persisted ?? false}`) : say('healthChecking')}
      </Fact>
      <Fact name={say('healthSpace')} good={device && (device.free ?? MIN_FREE_BYTES) >= MIN_FREE_BYTES}>
        {device ? spaceText(device) : say('healthChecking')}
      </Fact>
      <Fact name={say('healthWaiting')} good={waiting && waiting !== 'unknown' && !isOverdue(waiting)}>
        {waiting ? pendingText(waiting) : say('healthChecking')}
      </Fact>
    </>
  )
}

// Operations older than this need attention.
const OVERDUE_MS = 24 * 60 * 60_000

const isOverdue = ({ oldest }: PendingReport) => oldest !== undefined && Date.now() - oldest > OVERDUE_MS

const pendingText = (waiting: PendingReport | 'unknown'): string => {
  if (waiting === 'unknown') return say('healthWaitingUnknown')
  const { n, oldest } = waiting
  return oldest === undefined
    ? say('healthWaitingNone')
    : say('healthWaitingWords', { n, at: formatTime(oldest) })
}

const BYTES_PER_MB = 1_000_000
// With less free space, a day's work may not fit.
const MIN_FREE_BYTES = 50 * BYTES_PER_MB

const spaceText = ({ used, free }: DeviceReport): string => {
  if (used === undefined || free === undefined) return say('healthSpaceUnknown')
  return say('healthSpaceWords', { used: megabytes(used), free: megabytes(free) })
}

const megabytes = (bytes: number) => (bytes / BYTES_PER_MB).toFixed(1)
