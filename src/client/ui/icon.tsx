import { ownSigns } from '#contract/doors.ts'
import { classNames } from './class-names.ts'

// On a 24 by 24 grid with strokes of 2, readable at arm's length.
const paths = {
  back: 'M15 5l-7 7 7 7',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  close: 'M6 6l12 12M18 6L6 18',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.5 15.5L20 20',
  filter: 'M4 6h16M7 12h10M10 18h4',
  menu: 'M4 7h16M4 12h16M4 17h16',
  more: 'M5 12h.01M12 12h.01M19 12h.01',
  edit: 'M4 20h4L19 9l-4-4L4 16v4zM13 7l4 4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  reload: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5M19.5 4v4.5H15',
  settings:
    'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.1 2.1M16.3 16.3l2.1 2.1M5.6 18.4l2.1-2.1M16.3 7.7l2.1-2.1',
  dashboard: 'M4 4h7v7H4zM13 4h7v4h-7zM13 11h7v9h-7zM4 14h7v6H4z',
  health: 'M3 12h4l2.5-6 4 12 2.5-6h5',
  theme: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 3v18M15 5.5v13M18 8v8',
  signOut: 'M10 4H5v16h5M14 8l4 4-4 4M9 12h9',
  signIn: 'M14 4h5v16h-5M10 8l4 4-4 4M4 12h10',
  help: 'M9 9a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M12 17.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  command: 'M5 7l5 5-5 5M12 17h7',
  info: 'M12 11v6M12 7.5h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  warning: 'M12 4L2.5 20h19zM12 10v5M12 17.5h.01',
  error: 'M8.5 3h7L21 8.5v7L15.5 21h-7L3 15.5v-7zM12 7.5v6M12 16.5h.01',
  offline:
    'M3 4l18 17M8.5 15.5a5 5 0 0 1 7 0M5.5 12.5a9 9 0 0 1 4-2.3M2.5 9A14 14 0 0 1 6 6.7M12.5 6a14 14 0 0 1 9 3M12 19h.01',
  online: 'M8.5 15.5a5 5 0 0 1 7 0M5.5 12.5a9 9 0 0 1 13 0M2.5 9a14 14 0 0 1 19 0M12 19h.01',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  scan: 'M4 8V5h3M17 5h3v3M20 16v3h-3M7 19H4v-3M7.5 9v6M10.5 9v6M13.5 9v6M16.5 9v6',
  location:
    'M12 3a6.5 6.5 0 0 0-6.5 6.5C5.5 14.5 12 21 12 21s6.5-6.5 6.5-11.5A6.5 6.5 0 0 0 12 3zM12 7.2a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 0 0 0-4.6z',
  sound: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4.5 4.5 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11',
  mute: 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5M21 9.5l-5 5',
  trim: 'M12 21v-9M12 12C12 8 9 5.5 4.5 5.5c0 4 2.5 6.5 7.5 6.5zM12 9.5c0-3 2.5-5.5 7.5-5.5 0 4-2.5 6.5-7.5 6.5',
  transfer: 'M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4',
  issuance: 'M4 8l8-4 8 4v8l-8 4-8-4zM4 8l8 4 8-4M12 12v8',
  return: 'M9 5L4 10l5 5M4 10h10a6 6 0 0 1 0 12h-3',
  dump: 'M4 8h16l-2 12H6zM9 4h6l1.5 4h-9zM12 11.5v5M9.5 14.5l2.5 2.5 2.5-2.5',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  right: 'M9 5l7 7-7 7',
  clock: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM12 7v5.5l3.5 2',
  ...ownSigns.kinds,
} as const
export type IconName = keyof typeof paths

/** Is this the name of an icon? For names that come as text. */
export function isIconName(name: string): name is IconName {
  return Object.hasOwn(paths, name)
}

/** An icon beside text. Hidden from screen readers; an icon-only control needs a label. */
export function Icon({ name, className }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg className={classNames('icon', className)} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
