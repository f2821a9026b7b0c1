import styles from './option-count.module.css'

/** A number beside an option. Its place is kept while it is empty. */
export function OptionCount({ count }: { count: string | undefined }) {
  return count === undefined ? null : <span className={styles.count}>{count}</span>
}
