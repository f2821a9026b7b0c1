import { ArrowLeft } from 'lucide-react'
import { Link } from 'wouter'
import styles from './back-link.module.css'

/** Link from a page back to its list. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} className={styles.back}>
      <ArrowLeft size={16} aria-hidden />
      {children}
    </Link>
  )
}
