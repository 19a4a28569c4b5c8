// What commands reach at this moment: the ports of the screens that are open, the uppermost first. Without React.
import type { CommandContext, DialogPort, ScannerPort, ScreenPorts, ShellPort } from '#commands/context.ts'

export interface PortStack {
  /** Adds the ports of a screen until the answered function is called; read anew at each use. */
  readonly add: (read: () => ScreenPorts) => () => void
  /** Adds an open dialog's answers. */
  readonly addDialog: (read: () => DialogPort) => () => void
  readonly context: () => CommandContext
  /** Says that an answer of some port may have changed. */
  readonly changed: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A stack over the ports that are always there. */
export function createPortStack(base: {
  readonly shell: () => ShellPort
  readonly scanner: ScannerPort
}): PortStack {
  const screens: (() => ScreenPorts)[] = []
  const dialogs: (() => DialogPort)[] = []
  const listeners = new Set<() => void>()
  const changed = () => {
    for (const listener of listeners) listener()
  }
  const push = <Item>(items: Item[], item: Item) => {
    items.push(item)
    changed()
    return () => {
      items.splice(items.indexOf(item), 1)
      changed()
    }
  }
  return {
    add: (read) => push(screens, read),
    addDialog: (read) => push(dialogs, read),
    context: () => {
      let ports: ScreenPorts = {}
      for (const read of screens) ports = { ...ports, ...read() }
      const dialog = dialogs.at(-1)?.()
      return { shell: base.shell(), scanner: base.scanner, ...ports, ...(dialog && { dialog }) }
    },
    changed,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
