import { lazy, useState, type ComponentType } from 'react'
import { AwaitedCode } from './awaited-code.tsx'

export type Module<Props> = { default: ComponentType<Props> }

export interface Loadable<Props, More = unknown> {
  load: () => Promise<Module<Props> & More>
  Part: ComponentType<Props>
}

/**
 * Like React's `lazy`, but renders at once if `load` has already finished. A lazy component always waits
 * for its promise, and React then shows the placeholder for at least 300 ms.
 */
export function loadable<Props extends object, More = unknown>(
  fetchModule: () => Promise<Module<Props> & More>,
): Loadable<Props, More> {
  let loaded: ComponentType<Props> | undefined
  const load = async () => {
    const module = await fetchModule()
    loaded = module.default
    return module
  }
  const Lazy = lazy(load)
  function Part(props: Props) {
    // Kept for the lifetime of the component: a change would mount it anew.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return { load, Part }
}

/** Parts to load while the browser is idle. */
export const partsToLoad = new Set<() => Promise<unknown>>()

/** Part of a page that the page can render without; it is loaded after the page, while the browser is idle. */
export function lazyPart<Props extends object>(
  fetchModule: () => Promise<Module<Props>>,
): Loadable<Props> {
  const part = loadable(fetchModule)
  partsToLoad.add(part.load)
  return part
}

/** Reads the usual property of an open dialog. */
export const isOpened = ({ opened }: { opened: boolean }) => opened

/** Dialog whose code is loaded when it is first opened; it stays mounted, so that closing is animated. */
export function lazyDialog<Props extends object>(
  isOpen: (props: Props) => boolean,
  fetchModule: () => Promise<Module<Props>>,
): ComponentType<Props> {
  const { Part } = lazyPart(fetchModule)
  return function LazyDialog(props: Props) {
    const open = isOpen(props)
    const [wanted, setWanted] = useState(open)
    if (open && !wanted) setWanted(true)
    return (
      wanted && (
        <AwaitedCode kind="press">
          <Part {...props} />
        </AwaitedCode>
      )
    )
  }
}
