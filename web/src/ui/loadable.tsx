import { lazy, Suspense, useState, type ComponentType } from 'react'

export type Module<Props> = { default: ComponentType<Props> }

export interface Loadable<Props, More = unknown> {
  load: () => Promise<Module<Props> & More>
  Part: ComponentType<Props>
}

/**
 * As React's `lazy`, but what `load` has brought already is drawn at once. A lazy part always waits
 * for its promise, so its placeholder shows for the 300 ms that React leaves one on the screen.
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
    // Chosen once: another one later would be mounted anew.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return { load, Part }
}

/** Parts that somebody may want next: the application loads them while nobody waits. */
export const partsToLoad = new Set<() => Promise<unknown>>()

/** A part of a page that shows without it; it is loaded ahead once its page has been. */
export function lazyPart<Props extends object>(
  fetchModule: () => Promise<Module<Props>>,
): Loadable<Props> {
  const part = loadable(fetchModule)
  partsToLoad.add(part.load)
  return part
}

/** The usual answer to whether a dialog is open. */
export const isOpened = ({ opened }: { opened: boolean }) => opened

/** A dialog whose code comes when it is first opened; it stays, so that it can close gently. */
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
        <Suspense fallback={null}>
          <Part {...props} />
        </Suspense>
      )
    )
  }
}
