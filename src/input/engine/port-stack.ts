// Builds the command context from the ports of the open screens; the top screen wins. No React.
import type {
  CommandContext,
  DialogPort,
  ScannerPort,
  ScreenPorts,
  ShellPort,
} from '#core/commands/context.ts'

export interface PortStack {
  /** Adds a screen's ports, read at each use; returns a function that removes them. */
  readonly add: (read: () => ScreenPorts) => () => void
  /** Adds the answers of an open dialog. */
  readonly addDialog: (read: () => DialogPort) => () => void
  readonly context: () => CommandContext
  /** Notifies listeners that a port's answer may have changed. */
  readonly changed: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** Creates a stack on top of the permanent ports. */
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
