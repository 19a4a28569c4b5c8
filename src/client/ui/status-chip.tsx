import type { Status } from '#contract/constants.ts'
import { type OwnStatus, ownSigns } from '#contract/doors.ts'
import { Icon, type IconName, isIconName } from './icon.tsx'

const signs: Readonly<Record<Exclude<Status, OwnStatus>, IconName>> = {
  OPEN: 'edit',
  RESERVED: 'lock',
  PICKED: 'check',
  SHIPPED: 'transfer',
  RECEIVED: 'check',
  CANCELLED: 'close',
  DUMPED: 'dump',
  POSTED: 'check',
  CLOSED: 'lock',
  ACCEPT: 'check',
  REJECT: 'close',
}

const signOf = (status: Status): IconName => {
  const all: Readonly<Record<string, string>> = { ...signs, ...ownSigns.statuses }
  const name = all[status] ?? ''
  return isIconName(name) ? name : 'info'
}

/** A status as icon, colour and text. */
export function StatusChip({ status }: { readonly status: Status }) {
  return (
    <span className="chip" data-status={status}>
      <Icon name={signOf(status)} />
      {status}
    </span>
  )
}
