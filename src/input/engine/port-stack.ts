// The command context: the ports of the open screens, uppermost first. Without React.
import type {
  CommandContext,
  DialogPort,
  ScannerPort,
  ScreenPorts,
  ShellPort,
} from '#core/commands/context.ts'

export interface PortStack {
  /** Adds a screen's ports, read anew at each use; returns a function that removes them. */
  readonly add: (read: () => ScreenPorts) => () => void
  /** Adds an open dialog's answers. */
  readonly addDialog: (read: () => DialogPort) => () => void
  readonly context: () => CommandContext
  /** Notifies that a port's answer may have changed. */
  readonly changed: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** A stack over the permanent ports. */
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
