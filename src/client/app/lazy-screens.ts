import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/**
 * Components that are fetched when first shown: `load` fetches their module, `pick` chooses the component. If
 * the module only imports others, each component is loaded alone.
 */
export function lazyFrom<Module>(load: () => Promise<Module>) {
  return <Props extends object>(
    pick: (module: Module) => ComponentType<Props> | Promise<ComponentType<Props>>,
  ): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await pick(await load()) }))
}
