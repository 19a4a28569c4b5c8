import type { Status } from '#core/wire/constants.ts'
import { type OwnStatus, ownIcons } from '#core/wire/kind-routes.ts'
import { say, sayValue } from '#text/say.ts'
import { Icon, type IconName, isIconName } from './icon.tsx'
import './status-chip.css'

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
  const all: Readonly<Record<string, string>> = { ...signs, ...ownIcons.statuses }
  const name = all[status] ?? ''
  return isIconName(name) ? name : 'info'
}

/** Marks a record of another server with the fields that could not be read. */
export function UnreadableMark({ odd }: { readonly odd: string | undefined }) {
  return odd === undefined ? null : (
    <span className="chip status-chip" data-status="CANCELLED">
      <Icon name="warning" />
      {say('odd', { fields: odd })}
    </span>
  )
}

/** A status as icon, colour and text. A short line is not marked as done. */
export function StatusChip({
  status,
  isShort = false,
}: {
  readonly status: Status
  readonly isShort?: boolean
}) {
  return (
    <span className="chip status-chip" data-status={status} data-short={isShort || undefined}>
      <Icon name={isShort ? 'warning' : signOf(status)} />
      {sayValue(status)}
    </span>
  )
}
