import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import primitives from './primitives.module.css'
import styles from './link-tabs.module.css'

interface Props {
  label: string
  current: string
  tabs: readonly { value: string; label: string; href: string; count?: number | string }[]
}

/** Tabs with an address each, so that the back button leads to the previous tab. */
export function LinkTabs({ label, current, tabs }: Props) {
  const nav = useRef<HTMLElement>(null)
  const counts = tabs.map(({ count }) => count).join()
  useEffect(() => {
    // Scrolls the current tab into view.
    const here = nav.current?.querySelector<HTMLElement>(`[data-tab='${current}']`)
    if (nav.current && here) nav.current.scrollLeft = here.offsetLeft - nav.current.offsetLeft - 40
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- counts that arrive later widen the strip
  }, [current, counts])
  return (
    <nav ref={nav} aria-label={label} className={`${primitives.strip} ${styles.tabs}`}>
      {tabs.map((tab) => (
        <Link
          key={tab.value}
          href={tab.href}
          className={styles.tab}
          data-tab={tab.value}
          aria-current={tab.value === current ? 'page' : undefined}
        >
          {tab.label}
          {tab.count ? <span className={styles.count}>{tab.count}</span> : null}
        </Link>
      ))}
    </nav>
  )
}
