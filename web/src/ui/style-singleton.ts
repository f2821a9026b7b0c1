import { useEffect } from 'react'
import { adoptStyles } from './adopt-styles.ts'

/**
 * Replaces the package `react-style-singleton` (see vite.config.ts), with which dialogs keep
 * the page behind them from scrolling. This version does not add a style element.
 */
export function styleSingleton() {
  let users = 0
  let drop = () => {}
  return function Sheet({ styles }: { styles: string }) {
    useEffect(() => {
      if (users++ === 0) drop = adoptStyles(styles)
      return () => {
        if (--users === 0) drop()
      }
    }, [styles])
    return null
  }
}
