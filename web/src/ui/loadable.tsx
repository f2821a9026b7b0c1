import { lazy, useState, type ComponentType } from 'react'
import { AwaitedCode } from './awaited-code.tsx'

type Module<Props> = { default: ComponentType<Props> }

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
    // Kept for the lifetime of the component, because another type would mount it again.
    const [Chosen] = useState<ComponentType<Props>>(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return { load, Part }
}

type PropsOf<Component> =
  Component extends ComponentType<infer Props> ? (unknown extends Props ? object : Props) : never
type Named<Module, Name extends keyof Module> = ComponentType<PropsOf<Module[Name]>>

/** Makes a named export of a module its default export. */
const named = (fetchModule: () => Promise<object>, name: PropertyKey) => async () => ({
  default: Reflect.get(await fetchModule(), name) as ComponentType<object>,
})

/** React's `lazy` for a component that is a named export. */
export const lazyOf = <Module extends object, Name extends keyof Module>(
  fetchModule: () => Promise<Module>,
  name: Name,
) => lazy(named(fetchModule, name)) as unknown as Named<Module, Name>

/** Functions that load parts while the browser is idle. */
export const partsToLoad = new Set<() => Promise<unknown>>()

/** A part that the page can render without; its code is loaded after the page, while the browser is idle. */
export function lazyPart<Module extends object, Name extends keyof Module>(
  fetchModule: () => Promise<Module>,
  name: Name,
) {
  const { load, Part } = loadable(named(fetchModule, name))
  partsToLoad.add(load)
  return Object.assign(Part as unknown as Named<Module, Name>, { load })
}

/**
 * A dialog whose code is loaded when it is first opened. It stays mounted, so that closing is animated. It is
 * open while the named property is neither false nor null.
 */
export function lazyDialog<Module extends object, Name extends keyof Module>(
  fetchModule: () => Promise<Module>,
  name: Name,
  says = 'opened',
) {
  const Dialog = lazyPart(fetchModule, name) as unknown as ComponentType<object>
  function LazyDialog(props: object) {
    const opened: unknown = Reflect.get(props, says)
    const isOpen = opened !== false && opened !== null
    const [wanted, setWanted] = useState(isOpen)
    if (isOpen && !wanted) setWanted(true)
    return (
      wanted && (
        <AwaitedCode kind="press">
          <Dialog {...props} />
        </AwaitedCode>
      )
    )
  }
  return LazyDialog as unknown as Named<Module, Name>
}
