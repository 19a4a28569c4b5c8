import type { Status } from '#contract/constants.ts'
import { Icon, type IconName } from './icon.tsx'

const signs: Readonly<Record<Status, IconName>> = {
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

/** A status as a sign, a colour and its word. */
export const StatusChip = ({ status }: { readonly status: Status }) => (
  <span className="chip" data-status={status}>
    <Icon name={signs[status]} />
    {status}
  </span>
)
