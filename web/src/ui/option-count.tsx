import styles from './option-count.module.css'

/** A number beside an option. An empty text keeps the place of a number that is still loading. */
export function OptionCount({ count }: { count: string | undefined }) {
  return count === undefined ? null : <span className={styles.count}>{count}</span>
}
