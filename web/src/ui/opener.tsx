import { useState, type ComponentType } from 'react'
import { offlineError, toUserMessage } from '@/lib/api/errors.ts'
import { toast } from '@/lib/toast.ts'
import { awaitCode } from './awaited-code.tsx'
import { lazyPart } from './loadable.tsx'

export interface OpenerEvents {
  onPointerEnter: () => void
  onClick: () => void
}

/** Calls `then` once the code is loaded; shows an error if it cannot be loaded. */
export function onceLoaded(load: () => Promise<unknown>, then: () => void): void {
  void load()
    .finally(awaitCode('press'))
    .then(then, () => toast.error(toUserMessage(offlineError())))
}

/**
 * A button whose menu is loaded when it is first pressed. The menu then replaces it by a button of its own, and
 * is open when mounted.
 */
export function lazyMenu<Module extends object, Name extends keyof Module>(
  Button: ComponentType<OpenerEvents>,
  fetchModule: () => Promise<Module>,
  name: Name,
) {
  const Menu = lazyPart(fetchModule, name)
  const Part = Menu as unknown as ComponentType<object>
  function Opener(props: object) {
    const [isThere, setThere] = useState(false)
    if (isThere) return <Part {...props} />
    return (
      <Button
        onPointerEnter={() => void Menu.load().catch(() => {})}
        onClick={() => onceLoaded(Menu.load, () => setThere(true))}
      />
    )
  }
  return Opener as unknown as typeof Menu
}
