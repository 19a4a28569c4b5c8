// Builds the command context from the ports of the open screens; the top screen wins. No React.
import type {
  CommandContext,
  DialogPort,
  ScannerPort,
  ScreenPorts,
  ShellPort,
} from '#core/commands/context.ts'

export type PortStack = ReturnType<typeof createPortStack>

/** Creates a stack on top of the permanent ports. */
export function createPortStack(base: { readonly shell: () => ShellPort; readonly scanner: ScannerPort }) {
  const screens: (() => ScreenPorts)[] = []
  const dialogs: (() => DialogPort)[] = []
  const listeners = new Set<() => void>()
  // Notifies listeners that a port's answer may have changed.
  const changed = (): void => {
    for (const listener of listeners) listener()
  }
  const push = <Item>(items: Item[], item: Item): (() => void) => {
    items.push(item)
    changed()
    return () => {
      items.splice(items.indexOf(item), 1)
      changed()
    }
  }
  return {
    /** Adds a screen's ports, read at each use; returns a function that removes them. */
    add: (read: () => ScreenPorts) => push(screens, read),
    /** Adds the answers of an open dialog. */
    addDialog: (read: () => DialogPort) => push(dialogs, read),
    context: (): CommandContext => {
      let ports: ScreenPorts = {}
      for (const read of screens) ports = { ...ports, ...read() }
      const dialog = dialogs.at(-1)?.()
      return { shell: base.shell(), scanner: base.scanner, ...ports, ...(dialog && { dialog }) }
    },
    changed,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
