import { ownIcons } from '#core/wire/kind-routes.ts'
import { classNames } from './class-names.ts'
import { firstIcons } from './first-icons.ts'
import type { laterIcons } from './later-icons.ts'

// The icons of first screens; the others are loaded with the sentences of later screens.
const drawn: Record<string, string> = {
  ...firstIcons,
  // Our own drawing: a young plant.
  trim: 'M12 21v-9M12 12C12 8 9 5.5 4.5 5.5c0 4 2.5 6.5 7.5 6.5zM12 9.5c0-3 2.5-5.5 7.5-5.5 0 4-2.5 6.5-7.5 6.5',
  ...ownIcons.kinds,
}
export type IconName =
  | keyof typeof firstIcons
  | keyof typeof laterIcons
  | 'trim'
  | keyof (typeof ownIcons)['kinds']

/** Adds icons that the first screens do not have. */
export function addIcons(icons: Readonly<Record<string, string>>): void {
  Object.assign(drawn, icons)
}

/** Is this the name of an icon? */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(drawn, name)
}

/** An icon beside text. Hidden from screen readers; an icon-only control needs a label. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg className={classNames('icon', className)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={drawn[name]} />
    </svg>
  )
}
