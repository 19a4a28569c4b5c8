import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * Components that are fetched once they are shown: `load` fetches the module that they share, what `pick` chooses from it is shown. A
 * module of fetches lets each of its components come alone.
 */
export function lazyFrom<Module>(load: () => Promise<Module>) {
  return <Props extends object>(
    pick: (module: Module) => ComponentType<Props> | Promise<ComponentType<Props>>,
  ): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await pick(await load()) }))
}
