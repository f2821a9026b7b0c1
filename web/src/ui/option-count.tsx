import styles from './option-count.module.css'

/** A number beside an option. While it is empty, its place is kept. */
export function OptionCount({ count }: { count: string | undefined }) {
  return count === undefined ? null : <span className={styles.count}>{count}</span>
}
